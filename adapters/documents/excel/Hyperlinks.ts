import { formatGuid } from "../compound/Cursor.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { uint16, uint32 } from "../reading/Numbers.ts"
import { readNarrowText, readWideText } from "./biff/BiffStrings.ts"

/** Class IDs of the monikers in a hyperlink (MS-OSHARED 2.3.7). */
const urlMoniker = "79EAC9E0-BAF9-11CE-8C82-00AA004BA90B"
const fileMoniker = "00000303-0000-0000-C000-000000000046"
const compositeMoniker = "00000309-0000-0000-C000-000000000046"

interface Hyperlink {
  readonly target: string
  readonly text: string | null
}

/** Reports the link in an HLINK record (MS-XLS 2.4.140), which also contains a range of cells and a class ID. */
export const reportHyperlink = (body: Uint8Array, where: string, findings: Findings): void => {
  const link = readHyperlink(body, 24)
  if (link === null) findings.add({ kind: "damaged", detail: "a hyperlink", where })
  else if (link.target !== "") {
    const text = link.text === null ? null : truncateFactText(link.text)
    findings.add({ kind: "link", url: truncateFactText(link.target), text, from: "relationship", where })
  }
}

/**
 * Reads a Hyperlink Object (MS-OSHARED 2.3.7.1); null for an unknown version or moniker. The target of a link to a
 * location within the document is empty.
 */
const readHyperlink = (bytes: Uint8Array, at: number): Hyperlink | null => {
  if (uint32(bytes, at) !== 2) return null
  const flags = uint32(bytes, at + 4)
  let end = at + 8
  const string = (): string => {
    const chars = uint32(bytes, end)
    const wide = readWideText(bytes, end + 4, Math.min(chars, bytes.length))
    end = wide.end
    return withoutZero(wide.text)
  }
  const text = (flags & 0x10) !== 0 ? string() : null
  if ((flags & 0x80) !== 0) string()
  let target = ""
  if ((flags & 0x01) !== 0) {
    if ((flags & 0x100) !== 0) target = string()
    else {
      const moniker = readMoniker(bytes, end)
      if (moniker === null) return null
      target = moniker.text
      end = moniker.end
    }
  }
  const location = (flags & 0x08) !== 0 && end < bytes.length ? string() : ""
  return { target: target !== "" && location !== "" ? `${target}#${location}` : target, text }
}

/** Reads a moniker (MS-OSHARED 2.3.7.2 and following); null if its class is unknown. */
const readMoniker = (bytes: Uint8Array, at: number): { readonly text: string; readonly end: number } | null => {
  switch (formatGuid(bytes, at)) {
    case urlMoniker: {
      const length = uint32(bytes, at + 16)
      const end = Math.min(bytes.length, at + 20 + length)
      return { text: withoutZero(readWideText(bytes.subarray(0, end), at + 20, length >> 1).text), end }
    }
    case fileMoniker:
      return readFileMoniker(bytes, at + 16)
    case compositeMoniker:
      // The first part of a composite moniker contains the external target.
      return formatGuid(bytes, at + 20) === compositeMoniker ? null : readMoniker(bytes, at + 20)
    default:
      return null
  }
}

/** Reads a FileMoniker (MS-OSHARED 2.3.7.8). Prefers its UTF-16 path, which exists if the ANSI path is incomplete. */
const readFileMoniker = (bytes: Uint8Array, at: number): { readonly text: string; readonly end: number } | null => {
  const up = "..\\".repeat(Math.min(uint16(bytes, at), 64))
  const length = uint32(bytes, at + 2)
  const after = at + 6 + length + 24
  if (after + 4 > bytes.length) return null
  const short = withoutZero(readNarrowText(bytes, at + 6, length).text)
  const rest = uint32(bytes, after)
  const long = rest >= 6 ? readWideText(bytes, after + 10, uint32(bytes, after + 4) >> 1).text : ""
  return { text: up + (long === "" ? short : long), end: after + 4 + rest }
}

const withoutZero = (text: string): string => {
  const zero = text.indexOf("\0")
  return zero === -1 ? text : text.slice(0, zero)
}
