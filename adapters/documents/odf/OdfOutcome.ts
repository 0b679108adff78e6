import type { Findings } from "../reading/Findings.ts"
import type { XmlOutcome } from "../xml/ReadXml.ts"

/** What reading a part of XML tells of the part itself. */
export const addOutcome = ({ cutOff, entity, isWellFormed }: XmlOutcome, where: string, findings: Findings): void => {
  if (entity !== null) findings.add({ kind: "xml entity", entity, where })
  if (cutOff !== null) findings.add({ kind: "cut off", limit: cutOff, where })
  else if (!isWellFormed) findings.add({ kind: "damaged", what: "XML that is not well-formed", where })
}
