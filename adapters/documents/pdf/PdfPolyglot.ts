import type { Findings } from "../reading/Findings.ts"

/** A header may stand this late (ISO 32000-1, implementation note 13). */
export const headBytesMax = 1_024
/** Bytes behind the last end that are looked at. */
export const tailBytesMax = 256 * 1024

/** What stands before the header or behind the end, and is a live file of another kind. */
export const findPolyglot = (bytes: Uint8Array, findings: Findings): void => {
  const head = latin1.decode(bytes.subarray(0, headBytesMax))
  const before = head.slice(0, Math.max(0, head.indexOf("%PDF-")))
  const tail = latin1.decode(bytes.subarray(Math.max(0, bytes.length - tailBytesMax)))
  const end = tail.lastIndexOf("%%EOF")
  const behind = end < 0 ? "" : tail.slice(end + 5)
  const other = before.startsWith("MZ")
    ? "exe"
    : /^[ \t]*(?:MIME-Version|From |Content-Type:)/im.test(before)
    ? "mht"
    : /<(?:html|script|hta:|svg)\b/i.test(before) || /<(?:html|script|hta:)\b/i.test(behind)
    ? "html"
    : /PK\x03\x04/.test(before) || behind.includes("PK\x05\x06")
    ? "zip"
    : null
  if (other !== null) findings.add({ kind: "polyglot", other, where: "document" })
  // ActiveMime, in base 64: a Word document with macros in the clothes of a PDF (JPCERT/CC, "MalDoc in PDF", 2023).
  else if (behind.includes("QWN0aXZlTWlt") || head.includes("QWN0aXZlTWlt")) {
    findings.add({ kind: "polyglot", other: "mht", where: "document" })
  }
}

const latin1 = new TextDecoder("latin1")
