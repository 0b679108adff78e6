import { decodeBase64Object } from "../reading/Base64.ts"
import type { Budget } from "../reading/Budget.ts"
import type { Findings } from "../reading/Findings.ts"
import type { XmlOutcome } from "../xml/ReadXml.ts"
import { readContent } from "./OdfContent.ts"
import { OdfScripts } from "./OdfScripts.ts"
import { OdfText } from "./OdfText.ts"

const where = "document"

/** Reports whether the bytes start with markup, in any encoding, with or without a byte order mark. */
export const isXml = (bytes: Uint8Array): boolean => {
  for (const byte of bytes.subarray(0, 64)) {
    if (byte === 0x3c) return true
    if (byte > 0x20 && byte < 0x7f) return false
  }
  return false
}

/** Reads a flat XML document, such as `.fodt`. */
export const readFlat = (bytes: Uint8Array, findings: Findings, budget: Budget): void => {
  const text = new OdfText(findings)
  const part = {
    where,
    folders: 0,
    findings,
    text,
    capture: makeCaptureHandler(where, new OdfScripts(findings), findings)
  }
  reportXmlOutcome(readContent(bytes, part, budget), where, findings)
  text.finish(null)
}

/** Returns a handler for inline scripts and objects. */
export const makeCaptureHandler = (where: string, scripts: OdfScripts, findings: Findings) =>
(
  kind: "script" | "object",
  content: string,
  language: string
): void => {
  if (kind === "script") return scripts.add(/^$|basic/i.test(language) ? "StarBasic" : language, content, where)
  const bytes = decodeBase64Object(content, where, findings)
  if (bytes.length > 0) findings.addFile({ name: "", bytes, as: "ole object", where })
}

/** Adds facts about the XML of the part itself: entities, truncation and syntax errors. */
export const reportXmlOutcome = (
  { cutOff, entity, isWellFormed }: XmlOutcome,
  where: string,
  findings: Findings
): void => {
  if (entity !== null) findings.add({ kind: "xml entity", entity, where })
  if (cutOff !== null) findings.add({ kind: "cut off", limit: cutOff, where })
  else if (!isWellFormed) findings.add({ kind: "damaged", detail: "XML that is not well-formed", where })
}
