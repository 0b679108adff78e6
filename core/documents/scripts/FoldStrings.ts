import type { ScriptToken } from "./ScriptTokens.ts"

/**
 * Replaces expressions that consist only of constant strings with one string token. Folds `+`, `concat`, parentheses,
 * and `String.fromCharCode` with numbers.
 */
export const foldStrings = (tokens: ReadonlyArray<ScriptToken>): ReadonlyArray<ScriptToken> => {
  const folded: Array<ScriptToken> = []
  let next = 0
  for (const [at, token] of tokens.entries()) {
    if (at < next) continue
    const codes = charCodesAt(tokens, at)
    const last = folded.at(-1)
    if (codes !== null) {
      pushString(folded, codes.text)
      next = codes.last + 1
    } else if (token.kind === "string") pushString(folded, token.text)
    else if (token.text === ")" && isSign(folded.at(-2), "(") && last?.kind === "string") {
      closeBracket(folded, last.text)
    } else folded.push(token)
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

/**
 * Folds `("a")` or `"a".concat("b")`, whose closing parenthesis is not yet in the list.
 *
 * @param text value of the last string in the list
 */
const closeBracket = (folded: Array<ScriptToken>, text: string): void => {
  const before = folded.at(-3)
  const first = folded.at(-5)
  if (before?.text === "concat" && isSign(folded.at(-4), ".") && first?.kind === "string") {
    const whole = first.text + text
    folded.length -= 5
    return pushString(folded, whole)
  }
  // This parenthesis belongs to a call or condition and does not group a value.
  if (before !== undefined && (before.kind !== "sign" || ")]}".includes(before.text))) {
    return void folded.push({ kind: "sign", text: ")" })
  }
  folded.length -= 2
  pushString(folded, text)
}

/**
 * Reads a call such as `String.fromCharCode(104, 0x74)` that starts at an index. Returns the resulting text and the
 * index of the call's last token; null if there is no such call.
 */
const charCodesAt = (tokens: ReadonlyArray<ScriptToken>, at: number) => {
  if (tokens[at]?.text !== "String" || !/^from(?:CharCode|CodePoint)$/.test(tokens[at + 2]?.text ?? "")) return null
  if (tokens[at + 3]?.text !== "(") return null
  let text = ""
  for (let next = at + 4;; next++) {
    const token = tokens[next]
    if (token === undefined) return null
    if (token.text === ")") return { text, last: next }
    if (token.kind === "number") text += String.fromCharCode(Number(token.text) & 0xffff)
    else if (token.text !== ",") return null
  }
}
