import { Result, Schema } from "effect"
import { Base64 } from "effect/encoding"

/** Bytes as JSON of protocol buffers has them: in either alphabet, with or without padding; null when they are none. */
export const bytesOf = (text: string): Uint8Array | null => {
  const standard = /[-_]/.test(text) ? text.replaceAll("-", "+").replaceAll("_", "/") : text
  return Result.getOrNull(Base64.decode(standard.padEnd(Math.ceil(standard.length / 4) * 4, "=")))
}

/** For an address (RFC 4648, section 5), with padding. */
export const base64Url = (bytes: Uint8Array): string => Base64.encode(bytes).replaceAll("+", "-").replaceAll("/", "_")

/** Milliseconds since 1970 of a time as RFC 3339 writes it, with up to nine digits behind the point; null for anything else. */
export const timeOf = (text: string | undefined): number | null => {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.exec(text ?? "")
  if (parts === null) return null
  const millis = Date.parse(`${parts[1]}${(parts[2] ?? ".0").slice(0, 4)}${parts[3]}`)
  return Number.isNaN(millis) ? null : millis
}

/** Whole numbers that may stand in quotation marks, as those of 64 bits do. */
export const WholeNumber = Schema.Union([
  Schema.Int,
  Schema.String.check(Schema.isPattern(/^\d{1,15}$/))
])
export const wholeNumber = (value: number | string | undefined): number => Number(value ?? 0)
