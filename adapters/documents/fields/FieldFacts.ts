import type { Fact, ReferenceRole } from "../../../core/documents/facts/Fact.ts"
import { factText } from "../reading/Findings.ts"
import { fieldNameOf, type FieldToken, fieldWordsOf, wordOfSwitch } from "./FieldCode.ts"

/** Fields that fetch external content, with the switch of its location; null: the first word (ECMA-376 part 1, 17.16.5). */
const fetching: ReadonlyMap<string, { readonly role: ReferenceRole; readonly named: string | null }> = new Map([
  ["INCLUDETEXT", { role: "include", named: null }],
  ["INCLUDE", { role: "include", named: null }],
  ["RD", { role: "include", named: null }],
  ["IMPORT", { role: "include", named: null }],
  ["INCLUDEPICTURE", { role: "image", named: null }],
  ["LINK", { role: "object", named: null }],
  ["DATABASE", { role: "include", named: "d" }]
])

/** Names of the fields with effects. */
export const actingNames: ReadonlySet<string> = new Set(["DDE", "DDEAUTO", "HYPERLINK", ...fetching.keys()])

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
  const name = fieldNameOf(tokens)
  if (name === "DDE" || name === "DDEAUTO") return [{ kind: "dde", command: factText(code.trim()), where }]
  if (name === "HYPERLINK") return linkFacts(tokens, shown, where)
  const fetched = fetching.get(name)
  if (fetched === undefined) return []
  const target = name === "LINK" ? secondOf(fieldWordsOf(tokens, "f")) : targetOf(tokens, fetched.named)
  return target === undefined || target === ""
    ? []
    : [{ kind: "reference", role: fetched.role, target: factText(target), where }]
}

/** LINK has the program as its first word. */
const secondOf = ([first, second]: ReadonlyArray<string>): string | undefined => second ?? first

const targetOf = (tokens: ReadonlyArray<FieldToken>, named: string | null): string | undefined =>
  named === null ? fieldWordsOf(tokens, "cntx")[0] : wordOfSwitch(tokens, named) ?? wordOfSwitch(tokens, "c")

/** Without an address, the link leads to a place in this document. */
const linkFacts = (
  tokens: ReadonlyArray<FieldToken>,
  shown: () => string | null,
  where: string
): ReadonlyArray<Fact> => {
  const address = fieldWordsOf(tokens, "lot")[0] ?? ""
  if (address === "") return []
  const place = wordOfSwitch(tokens, "l")
  const url = place === undefined ? address : `${address}#${place}`
  return [{ kind: "link", url: factText(url), text: shown(), from: "field", where }]
}
