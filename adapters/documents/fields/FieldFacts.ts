import type { Fact, ReferenceRole } from "../../../core/documents/facts/Fact.ts"
import { truncateFactText } from "../reading/Findings.ts"
import { fieldArguments, fieldName, type FieldToken, switchArgument } from "./FieldCode.ts"

/**
 * Fields that fetch external content (ECMA-376 part 1, 17.16.5). `named` is the switch before the location of the
 * content. If `named` is null, the location is the first word, or the second word of a LINK field.
 */
const fetchingFields: ReadonlyMap<string, { readonly role: ReferenceRole; readonly named: string | null }> = new Map([
  ["INCLUDETEXT", { role: "include", named: null }],
  ["INCLUDE", { role: "include", named: null }],
  ["RD", { role: "include", named: null }],
  ["IMPORT", { role: "include", named: null }],
  ["INCLUDEPICTURE", { role: "image", named: null }],
  ["LINK", { role: "object", named: null }],
  ["DATABASE", { role: "include", named: "d" }]
])

/** Names of the fields that fetch content, link to an address or start a program. */
export const effectfulFields: ReadonlySet<string> = new Set(["DDE", "DDEAUTO", "HYPERLINK", ...fetchingFields.keys()])

/**
 * Returns the facts of a field: the references and links that it contains, and the programs that it starts.
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

/** Returns the source of a LINK field, which follows the program. If there is only one word, returns that word. */
const secondOf = ([first, second]: ReadonlyArray<string>): string | undefined => second ?? first

const targetOf = (tokens: ReadonlyArray<FieldToken>, named: string | null): string | undefined =>
  named === null ? fieldArguments(tokens, "cntx")[0] : switchArgument(tokens, named) ?? switchArgument(tokens, "c")

/**
 * Returns the link of a HYPERLINK field. Ignores a field without an address, which links to a place in the document.
 */
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
