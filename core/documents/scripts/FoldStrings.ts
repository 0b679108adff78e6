import type { ScriptToken } from "./ScriptTokens.ts"

/**
 * Strings that are put together of nothing but strings, as one: by `+`, by `concat`, in brackets, and by
 * `String.fromCharCode` of numbers.
 */
export const foldStrings = (tokens: ReadonlyArray<ScriptToken>): ReadonlyArray<ScriptToken> => {
  const folded: Array<ScriptToken> = []
  for (let at = 0; at < tokens.length; at++) {
    const codes = charCodesAt(tokens, at)
    const token = tokens[at]!
    if (codes !== null) {
      pushString(folded, codes.text)
      at = codes.last
    } else if (token.kind === "string") pushString(folded, token.text)
    else if (token.text === ")" && isSign(folded.at(-2), "(") && folded.at(-1)!.kind === "string") closeBracket(folded)
    else folded.push(token)
  }
  return folded
}

const isSign = (token: ScriptToken | undefined, text: string): boolean => token?.kind === "sign" && token.text === text

const pushString = (folded: Array<ScriptToken>, text: string): void => {
  const before = folded.at(-2)
  if (before?.kind !== "string" || !isSign(folded.at(-1), "+")) return void folded.push({ kind: "string", text })
  folded.length -= 2
  pushString(folded, before.text + text)
}

/** `("a")`, or `"a".concat("b")`, of which the last bracket is not there yet. */
const closeBracket = (folded: Array<ScriptToken>): void => {
  const { text } = folded.at(-1)!
  const before = folded.at(-3)
  const isConcat = before?.text === "concat" && isSign(folded.at(-4), ".") && folded.at(-5)?.kind === "string"
  if (isConcat) {
    const whole = folded.at(-5)!.text + text
    folded.length -= 5
    return pushString(folded, whole)
  }
  // Of a call, or of a condition, it is no bracket around a value.
  if (before !== undefined && (before.kind !== "sign" || ")]}".includes(before.text))) {
    return void folded.push({ kind: "sign", text: ")" })
  }
  folded.length -= 2
  pushString(folded, text)
}

/** `String.fromCharCode(104, 0x74)` from here: its text, and where it ends. */
const charCodesAt = (tokens: ReadonlyArray<ScriptToken>, at: number) => {
  if (tokens[at]?.text !== "String" || !/^from(?:CharCode|CodePoint)$/.test(tokens[at + 2]?.text ?? "")) return null
  if (tokens[at + 3]?.text !== "(") return null
  let text = ""
  for (let next = at + 4; next < tokens.length; next++) {
    const token = tokens[next]!
    if (token.text === ")") return { text, last: next }
    if (token.kind === "number") text += String.fromCharCode(Number(token.text) & 0xffff)
    else if (token.text !== ",") return null
  }
  return null
}
