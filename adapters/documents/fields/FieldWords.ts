import type { FieldToken } from "./FieldCode.ts"

/** Switches of any field that take a word: those of formats. */
const generalSwitches = "*#@"

/** In capitals; empty where there is none. */
export const fieldNameOf = (tokens: ReadonlyArray<FieldToken>): string => tokens[0]?.text.toUpperCase() ?? ""

/** The words after the name, without those that belong to a switch. */
export const fieldWordsOf = (tokens: ReadonlyArray<FieldToken>, switchesWithWord: string): ReadonlyArray<string> =>
  tokens.slice(1).filter((token, at) => {
    const before = tokens[at]!
    return !token.isSwitch && !(before.isSwitch && (switchesWithWord + generalSwitches).includes(before.text))
  }).map(({ text }) => text)

/** The word that belongs to a switch. */
export const wordOfSwitch = (tokens: ReadonlyArray<FieldToken>, name: string): string | undefined => {
  const at = tokens.findIndex(({ isSwitch, text }) => isSwitch && text === name)
  const next = at < 0 ? undefined : tokens[at + 1]
  return next?.isSwitch === false ? next.text : undefined
}
