import { Result, Schema } from "effect"
import { Base64 } from "effect/encoding"

/**
 * Decodes Base64 in protocol buffer JSON: standard or URL-safe, with or without padding. Returns null if it is invalid.
 */
export const decodeBase64 = (text: string): Uint8Array | null => {
  const standard = /[-_]/.test(text) ? text.replaceAll("-", "+").replaceAll("_", "/") : text
  return Result.getOrNull(Base64.decode(standard.padEnd(Math.ceil(standard.length / 4) * 4, "=")))
}

/** Encodes bytes as URL-safe Base64 (RFC 4648, section 5), with padding. */
export const encodeBase64Url = (bytes: Uint8Array): string =>
  Base64.encode(bytes).replaceAll("+", "-").replaceAll("/", "_")

/**
 * Parses an RFC 3339 time with up to nine fractional digits to milliseconds since 1970. Returns null if it is invalid.
 */
export const parseTime = (text: string | undefined): number | null => {
  const parts = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.exec(text ?? "")
  if (parts === null) return null
  const millis = Date.parse(`${parts[1]}${(parts[2] ?? ".0").slice(0, 4)}${parts[3]}`)
  return Number.isNaN(millis) ? null : millis
}

/** Schema of an integer. It may be quoted, because protocol buffer JSON quotes 64-bit numbers. */
export const WholeNumber = Schema.Union([
  Schema.Int,
  Schema.String.check(Schema.isPattern(/^\d{1,15}$/))
])
export const toNumber = (value: number | string | undefined): number => Number(value ?? 0)
