import { scanBytes } from "../../../adapters/documents/pool/ScanJob.ts"
import type { Reader } from "./Reader.ts"

/**
 * Returns a reader that scans a document from its bytes to its findings.
 *
 * The scan has no deadline, which would hide slow readers.
 */
export const documentReader = (
  name: string,
  make: (text: string) => Uint8Array,
  pumps: ReadonlyArray<string> = []
): Reader => ({
  name,
  pumps,
  work: (text) => {
    const bytes = make(text)
    return () => scanBytes(bytes, Infinity)
  }
})

export const escapeXml = (text: string): string =>
  text.replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, " ").replaceAll("&", "&amp;").replaceAll("<", "&lt;")
    .replaceAll("\"", "&quot;")

/** Escapes the delimiters of a PDF string. */
export const escapePdfString = (text: string): string => text.replaceAll(/[()\\]/g, "\\$&")

/** Texts that are almost a script. */
export const scriptPumps = [
  "eval(",
  "a[\"b\"]+",
  "unescape('%u9090')+",
  "app.launchURL(\"http://a",
  "'\\x41'+",
  "/*a*/",
  "`${a}`"
]
export const linkPumps = [
  "javascript:void ",
  "javascript:a(1,",
  "file://a/",
  "\\\\a\\",
  "ms-word:ofe|u|http://",
  "http://a.example/ "
]
export const fieldPumps = ["HYPERLINK \"a\" ", "DDEAUTO a b ", "IF a = ", "QUOTE 1 ", "INCLUDETEXT ", "msexcel.."]
export const basicPumps = [
  "Shell ",
  "Chr(65)&",
  "\"a\"&_\n",
  "Sub A()\n",
  "x = x & ",
  "'\n",
  "Call A:",
  "Declare Sub A Lib \"\\"
]
export const formulaPumps = ["HYPERLINK(\"", "EXEC(\"", "cmd|'/c'!A1+", "CHAR(65)&", "\"a\",", "WEBSERVICE(\"http://"]
