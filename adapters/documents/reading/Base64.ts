import type { Findings } from "./Findings.ts"

/** Bytes of a Base64 text. */
export interface Base64Content {
  readonly bytes: Uint8Array
  /** Whether the text has only Base64 characters, white space, and padding at its end. */
  readonly isValid: boolean
  /** Whether characters follow the padding. Programs disagree about the bytes of such a text. */
  readonly hasInnerPadding: boolean
}

/** Maximum number of paddings after which decoding starts anew. Further paddings are ignored. */
const paddingsMax = 1_000

/**
 * Decodes Base64 (RFC 4648). Ignores other characters, as most programs do, and continues after padding, so that a
 * damaged text hides nothing.
 */
export const decodeBase64 = (text: string): Base64Content => {
  const letters = text.replaceAll(/[^A-Za-z0-9+/=]+/g, "")
  const pieces: Array<Buffer> = []
  let at = 0
  let end = letters.indexOf("=")
  const hasInnerPadding = end >= 0 && /[^=]/.test(letters.slice(end))
  while (end >= 0 && pieces.length < paddingsMax) {
    if (end > at) pieces.push(Buffer.from(letters.slice(at, end), "base64"))
    at = end + 1
    end = letters.indexOf("=", at)
  }
  pieces.push(Buffer.from(letters.slice(at).replaceAll("=", ""), "base64"))
  return {
    bytes: Buffer.concat(pieces),
    isValid: !hasInnerPadding && !/[^A-Za-z0-9+/=\s]/.test(text),
    hasInnerPadding
  }
}

/** Decodes the Base64 of an object in a document. Programs write it without errors, so invalid text is reported. */
export const decodeBase64Object = (text: string, where: string, findings: Findings): Uint8Array => {
  const { bytes, isValid } = decodeBase64(text)
  if (!isValid) {
    findings.add({ kind: "unread", detail: "an object whose Base64 is not valid", isDocument: false, where })
  }
  return bytes
}
