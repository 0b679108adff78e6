import { costTable } from "../../../../core/credits/CostTable.ts"
import { glossary } from "../../parts/text/Glossary.ts"

const names: ReadonlyMap<string, string> = new Map([
  ["scan", "Document scan"],
  ["scan/url", "URL screening"],
  ["scan/email", "Email check"],
  ["scan/email/bulk", "Email list check"],
  ["lead/analyze", "Lead analysis"],
  ["submit-phishing-link", glossary.reported]
])

/** Operations in the request history, most expensive first. */
export const recordedOperations: ReadonlyArray<string> = Object.keys(costTable).filter((operation) =>
  names.has(operation)
)

export const operationName = (operation: string): string => names.get(operation) ?? operation
