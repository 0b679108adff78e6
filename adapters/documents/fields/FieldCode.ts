/** Word of a field code, or a switch such as `\l`. */
export interface FieldToken {
  readonly text: string
  readonly isSwitch: boolean
}

const quotes: ReadonlySet<string> = new Set(["\"", "\u201c", "\u201d", "\u201e"])

/**
 * Returns the words and switches of a field code (ECMA-376 part 1, 17.16.1). Blanks separate words, and quotes can
 * enclose a word. `\\` means one backslash.
 */
export const tokenizeField = (code: string, tokensMax = Infinity): ReadonlyArray<FieldToken> => {
  const tokens: Array<FieldToken> = []
  for (let at = 0; at < code.length && tokens.length < tokensMax;) {
    const character = code.charAt(at)
    if (isBlank(character)) at++
    else if (character === "\\" && isSwitchAt(code, at)) {
      tokens.push({ text: code.charAt(at + 1).toLowerCase(), isSwitch: true })
      at += 2
    } else {
      const [text, next] = readWord(code, at)
      tokens.push({ text, isSwitch: false })
      at = next
    }
  }
  return tokens
}

const isBlank = (character: string): boolean => character <= " " || character === "\u00a0"

/** Reports whether a backslash starts a switch: one character, then a separator. `\\host` does not start a switch. */
const isSwitchAt = (code: string, at: number): boolean => {
  const name = code[at + 1]
  if (name === undefined || isBlank(name) || name === "\\" || quotes.has(name)) return false
  const after = code[at + 2]
  return after === undefined || isBlank(after) || after === "\\" || quotes.has(after)
}

const readWord = (code: string, from: number): readonly [string, number] => {
  const isQuoted = quotes.has(code.charAt(from))
  let text = ""
  let at = isQuoted ? from + 1 : from
  const first = at
  for (; at < code.length; at++) {
    const character = code.charAt(at)
    if (isQuoted ? quotes.has(character) : isBlank(character) || quotes.has(character)) break
    if (character === "\\" && (code[at + 1] === "\\" || quotes.has(code[at + 1] ?? ""))) at++
    text += code.charAt(at)
  }
  // Restores the backslashes of `\\host` in a code that does not double backslashes.
  if (code.startsWith("\\\\", first) && code[first + 2] !== "\\" && !text.startsWith("\\\\")) text = `\\${text}`
  return [text, isQuoted ? at + 1 : at]
}

/** Format switches, which every field allows and which take an argument. */
const generalSwitches = "*#@"

/** Returns the name of the field in upper case; empty if there is none. */
export const fieldName = (tokens: ReadonlyArray<FieldToken>): string => tokens[0]?.text.toUpperCase() ?? ""

/**
 * Returns the words after the name, without switches and their arguments.
 *
 * @param switchesWithWord letters of the field's switches that take an argument
 */
export const fieldArguments = (tokens: ReadonlyArray<FieldToken>, switchesWithWord: string): ReadonlyArray<string> =>
  tokens.slice(1).filter((token, at) => {
    const before = tokens[at]
    const isOfSwitch = before?.isSwitch === true && (switchesWithWord + generalSwitches).includes(before.text)
    return !token.isSwitch && !isOfSwitch
  }).map(({ text }) => text)

/** Returns the argument of a switch; undefined if the switch or its argument is missing. */
export const switchArgument = (tokens: ReadonlyArray<FieldToken>, name: string): string | undefined => {
  const at = tokens.findIndex(({ isSwitch, text }) => isSwitch && text === name)
  const next = at < 0 ? undefined : tokens[at + 1]
  return next?.isSwitch === false ? next.text : undefined
}
