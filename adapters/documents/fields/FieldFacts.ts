import type { Fact, ReferenceRole } from "../../../core/documents/facts/Fact.ts"
import { truncateFactText } from "../reading/Findings.ts"
import { fieldArguments, fieldName, type FieldToken, switchArgument } from "./FieldCode.ts"

/** Fields that fetch external content, with the switch of its location; null: the first word (ECMA-376 part 1, 17.16.5). */
const fetchingFields: ReadonlyMap<string, { readonly role: ReferenceRole; readonly named: string | null }> = new Map([
  ["INCLUDETEXT", { role: "include", named: null }],
  ["INCLUDE", { role: "include", named: null }],
  ["RD", { role: "include", named: null }],
  ["IMPORT", { role: "include", named: null }],
  ["INCLUDEPICTURE", { role: "image", named: null }],
  ["LINK", { role: "object", named: null }],
  ["DATABASE", { role: "include", named: "d" }]
])

/** Names of the fields with effects. */
export const effectfulFields: ReadonlySet<string> = new Set(["DDE", "DDEAUTO", "HYPERLINK", ...fetchingFields.keys()])

/**
 * Returns the facts of a field: the references and links it makes, and the programs it starts.
 *
 * @param tokens words of the field code
 * @param shown returns the stored result of the field; called only if needed
 */
export const fieldFacts = (
  code: string,
  tokens: ReadonlyArray<FieldToken>,
  shown: () => string | null,
  where: string
): ReadonlyArray<Fact> => {
  const name = fieldName(tokens)
  if (name === "DDE" || name === "DDEAUTO") return [{ kind: "dde", command: truncateFactText(code.trim()), where }]
  if (name === "HYPERLINK") return linkFacts(tokens, shown, where)
  const fetched = fetchingFields.get(name)
  if (fetched === undefined) return []
  const target = name === "LINK" ? secondOf(fieldArguments(tokens, "f")) : targetOf(tokens, fetched.named)
  return target === undefined || target === ""
    ? []
    : [{ kind: "reference", role: fetched.role, target: truncateFactText(target), where }]
}

/** LINK has the program as its first word. */
const secondOf = ([first, second]: ReadonlyArray<string>): string | undefined => second ?? first

const targetOf = (tokens: ReadonlyArray<FieldToken>, named: string | null): string | undefined =>
  named === null ? fieldArguments(tokens, "cntx")[0] : switchArgument(tokens, named) ?? switchArgument(tokens, "c")

/** Without an address, the link leads to a place in this document. */
const linkFacts = (
  tokens: ReadonlyArray<FieldToken>,
  shown: () => string | null,
  where: string
): ReadonlyArray<Fact> => {
  const address = fieldArguments(tokens, "lot")[0] ?? ""
  if (address === "") return []
  const anchor = switchArgument(tokens, "l")
  const url = anchor === undefined ? address : `${address}#${anchor}`
  return [{ kind: "link", url: truncateFactText(url), text: shown(), from: "field", where }]
}
