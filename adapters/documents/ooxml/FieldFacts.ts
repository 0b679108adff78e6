import type { Fact, ReferenceRole } from "../../../core/documents/Fact.ts"
import { factText } from "../Findings.ts"
import { type FieldToken, fieldTokens } from "../rtf/FieldCode.ts"

/** Fields that fetch what lies elsewhere, with the switch that names it; null: it is the first word (ECMA-376 part 1, 17.16.5). */
const fetching: ReadonlyMap<string, { readonly role: ReferenceRole; readonly named: string | null }> = new Map([
  ["INCLUDETEXT", { role: "include", named: null }],
  ["INCLUDE", { role: "include", named: null }],
  ["RD", { role: "include", named: null }],
  ["IMPORT", { role: "include", named: null }],
  ["INCLUDEPICTURE", { role: "image", named: null }],
  ["LINK", { role: "object", named: null }],
  ["DATABASE", { role: "include", named: "d" }]
])

/** Switches of any field that take a word. */
const generalSwitches = "*#@"

/** What a field does. `shown` is its result. */
export const fieldFacts = (code: string, shown: string | null, where: string): ReadonlyArray<Fact> => {
  const tokens = fieldTokens(code)
  const name = nameOf(tokens)
  if (name === "DDE" || name === "DDEAUTO") return [{ kind: "dde", command: factText(code.trim()), where }]
  if (name === "HYPERLINK") return linkFacts(tokens, shown, where)
  const fetched = fetching.get(name)
  if (fetched === undefined) return []
  const target = name === "LINK" ? wordsOf(tokens, "f")[1] ?? wordsOf(tokens, "f")[0] : targetOf(tokens, fetched.named)
  return target === undefined || target === ""
    ? []
    : [{ kind: "reference", role: fetched.role, target: factText(target), where }]
}

/** The text that `QUOTE` gives to the code around it, which need not be the result that is stored: characters by number too. */
export const quotedText = (code: string): string | null => {
  const tokens = fieldTokens(code)
  if (nameOf(tokens) !== "QUOTE") return null
  return wordsOf(tokens, "").map((word) => /^\d{1,5}$/.test(word) ? String.fromCharCode(Number(word)) : word).join("")
}

const nameOf = (tokens: ReadonlyArray<FieldToken>): string => tokens[0]?.text.toUpperCase() ?? ""

/** The words after the name, without those that belong to a switch. */
const wordsOf = (tokens: ReadonlyArray<FieldToken>, switchesWithWord: string): ReadonlyArray<string> =>
  tokens.slice(1).filter((token, at) => {
    const before = tokens[at]!
    return !token.isSwitch && !(before.isSwitch && (switchesWithWord + generalSwitches).includes(before.text))
  }).map((token) => token.text)

const afterSwitch = (tokens: ReadonlyArray<FieldToken>, name: string): string | undefined => {
  const at = tokens.findIndex((token) => token.isSwitch && token.text === name)
  const next = at < 0 ? undefined : tokens[at + 1]
  return next?.isSwitch === false ? next.text : undefined
}

const targetOf = (tokens: ReadonlyArray<FieldToken>, named: string | null): string | undefined =>
  named === null ? wordsOf(tokens, "cntx")[0] : afterSwitch(tokens, named) ?? afterSwitch(tokens, "c")

const linkFacts = (tokens: ReadonlyArray<FieldToken>, shown: string | null, where: string): ReadonlyArray<Fact> => {
  const address = wordsOf(tokens, "lot")[0] ?? ""
  if (address === "") return []
  const place = afterSwitch(tokens, "l")
  const url = place === undefined ? address : `${address}#${place}`
  return [{ kind: "link", url: factText(url), text: shown, from: "field", where }]
}
