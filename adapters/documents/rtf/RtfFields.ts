import { type Fact, factCharsMax, type ReferenceRole } from "../../../core/documents/Fact.ts"
import type { Budget } from "../Budget.ts"
import { factText } from "../Findings.ts"
import { type FieldToken, fieldTokens } from "./FieldCode.ts"
import { monikersIn } from "./Monikers.ts"
import { ObjectData } from "./ObjectData.ts"
import { RtfText } from "./RtfText.ts"

/** Characters of a field code, and of any other text that is gathered. */
export const gatheredCharsMax = 65_536

/** A field: what it does, and where its result goes. */
export class RtfField {
  readonly instruction = new RtfText(gatheredCharsMax)
  /** What `\datafield` holds: of a link its target. */
  readonly data = new ObjectData()
  /** What the field stands in: the document's text, the code of another field, or nothing that is read. */
  readonly around: RtfText | null
  /** Fields around it. */
  readonly depth: number
  /** Where its result begins in what is around. */
  resultMark: number | null = null

  constructor(around: RtfText | null, depth: number) {
    this.around = around
    this.depth = depth
  }

  /** What is shown in its place. */
  get result(): string | null {
    if (this.around === null || this.resultMark === null) return null
    return this.around.since(this.resultMark, factCharsMax)
  }
}

/** Fields that fetch what lies elsewhere, with the switch that names it; null: it is the first word (ECMA-376, 17.16.5). */
const fetching: ReadonlyMap<string, { readonly role: ReferenceRole; readonly named: string | null }> = new Map([
  ["INCLUDETEXT", { role: "include", named: null }],
  ["INCLUDE", { role: "include", named: null }],
  ["RD", { role: "include", named: null }],
  ["IMPORT", { role: "include", named: null }],
  ["INCLUDEPICTURE", { role: "image", named: null }],
  ["LINK", { role: "include", named: null }],
  ["DATABASE", { role: "include", named: "d" }]
])

/** Switches of any field that take a word. */
const generalSwitches = "*#@"

/** What a field does, once it is read whole. */
export const fieldFacts = (field: RtfField, where: string, budget: Budget): ReadonlyArray<Fact> => {
  const code = field.instruction.toString()
  const tokens = fieldTokens(code)
  const name = nameOf(tokens)
  if (name === "DDE" || name === "DDEAUTO") return [{ kind: "dde", command: factText(code.trim()), where }]
  if (name === "HYPERLINK") return linkFacts(field, tokens, where, budget)
  const fetched = fetching.get(name)
  if (fetched === undefined) return []
  const target = name === "LINK" ? wordsOf(tokens, "f")[1] ?? wordsOf(tokens, "f")[0] : targetOf(tokens, fetched.named)
  return target === undefined || target === ""
    ? []
    : [{ kind: "reference", role: fetched.role, target: factText(target), where }]
}

/**
 * The text that a field gives to the code around it, where that is not its result: Word works out `QUOTE 68 68 69` to `DDE`.
 */
export const quotedText = (field: RtfField): string | null => {
  const tokens = fieldTokens(field.instruction.toString())
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
  named === null
    ? wordsOf(tokens, "cntx")[0]
    : afterSwitch(tokens, named) ?? afterSwitch(tokens, "c")

const linkFacts = (
  field: RtfField,
  tokens: ReadonlyArray<FieldToken>,
  where: string,
  budget: Budget
): ReadonlyArray<Fact> => {
  const url = wordsOf(tokens, "lot")[0] ?? ""
  const place = afterSwitch(tokens, "l")
  // Word goes where the hidden data of a link lead, whatever its code says.
  const targets = new Set(targetsIn(field.data, budget))
  if (url !== "") targets.add(place === undefined ? url : `${url}#${place}`)
  const text = field.result?.trim() ?? null
  return [...targets].map((target) => ({ kind: "link", url: factText(target), text, from: "field", where }))
}

const targetsIn = (data: ObjectData, budget: Budget): ReadonlyArray<string> =>
  data.readings.flatMap((bytes) => monikersIn(bytes, "", budget))
    .flatMap((fact) => fact.kind === "reference" ? [fact.target] : [])
