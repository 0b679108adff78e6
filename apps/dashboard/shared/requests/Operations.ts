import { costTable } from "../../../../core/credits/CostTable.ts"
import { glossary } from "../../parts/text/Glossary.ts"

/** What an operation does, in two or three words. */
const names: ReadonlyMap<string, string> = new Map([
  ["scan", "Document scan"],
  ["scan/url", "URL screening"],
  ["scan/email", "Email check"],
  ["scan/email/bulk", "Email list"],
  ["lead/analyze", "Lead analysis"],
  ["submit-phishing-link", glossary.reported]
])

/** Those that the history keeps, the dearest first. */
export const keptOperations: ReadonlyArray<string> = Object.keys(costTable).filter((operation) => names.has(operation))

export const operationName = (operation: string): string => names.get(operation) ?? operation
