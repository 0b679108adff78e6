/** A token of a script, as far as it matters for telling what is called. */
export interface ScriptToken {
  readonly kind: "name" | "string" | "number" | "sign"
  /** Of a string: what it stands for, escapes undone. */
  readonly text: string
}

/** Tokens of one script that are looked at. */
export const scriptTokensMax = 200_000

/**
 * The tokens of an ECMAScript text, without comments and regular expressions. Not a parser: what no engine would run is read
 * as well as it goes, in one pass.
 */
export const scriptTokens = (source: string): ReadonlyArray<ScriptToken> => {
  const tokens: Array<ScriptToken> = []
  let at = 0
  while (at < source.length && tokens.length < scriptTokensMax) {
    const char = source[at]!
    if (char === "/" && source[at + 1] === "/") at = endOfLine(source, at)
    else if (char === "/" && source[at + 1] === "*") at = endAfter(source, "*/", at + 2)
    else if (char === "/" && beginsExpression(tokens.at(-1))) at = endOfRegExp(source, at + 1)
    else if (char === "\"" || char === "'" || char === "`") {
      const { end, text } = readString(source, at)
      tokens.push({ kind: "string", text })
      at = end
    } else if (nameStart.test(char) || char === "\\" && source[at + 1] === "u") {
      const { end, text } = readName(source, at)
      tokens.push({ kind: "name", text })
      at = end
    } else if (digit.test(char)) {
      const end = endWhile(source, at, numberPart)
      tokens.push({ kind: "number", text: source.slice(at, end) })
      at = end
    } else {
      if (!blank.test(char)) tokens.push({ kind: "sign", text: char })
      at++
    }
  }
  return tokens
}

const nameStart = /[\p{L}_$]/u
const namePart = /[\p{L}\p{N}_$\u200c\u200d]/u
const digit = /[0-9]/
const numberPart = /[0-9a-zA-Z_.]/
const blank = /\s/

const endWhile = (source: string, from: number, part: RegExp): number => {
  let at = from
  while (at < source.length && part.test(source[at]!)) at++
  return at
}

const endAfter = (source: string, text: string, from: number): number => {
  const found = source.indexOf(text, from)
  return found < 0 ? source.length : found + text.length
}

const endOfLine = (source: string, from: number): number => {
  let at = from
  while (at < source.length && !/[\r\n\u2028\u2029]/.test(source[at]!)) at++
  return at
}

/** After a value a slash divides, elsewhere it opens a regular expression. */
const beginsExpression = (before: ScriptToken | undefined): boolean =>
  before === undefined || before.kind === "sign" && !")]}".includes(before.text) ||
  before.kind === "name" && /^(?:return|typeof|case|in|of|delete|void|throw|new)$/.test(before.text)

/** It cannot go on beyond its line; what does is a division. */
const endOfRegExp = (source: string, from: number): number => {
  let isInClass = false
  for (let at = from; at < source.length; at++) {
    const char = source[at]!
    if (char === "\\") at++
    else if (char === "\n" || char === "\r") return from
    else if (char === "[") isInClass = true
    else if (char === "]") isInClass = false
    else if (char === "/" && !isInClass) return endWhile(source, at + 1, namePart)
  }
  return from
}

const readString = (source: string, from: number): { readonly end: number; readonly text: string } => {
  const quote = source[from]!
  const parts: Array<string> = []
  let at = from + 1
  while (at < source.length) {
    const char = source[at]!
    if (char === quote) return { end: at + 1, text: parts.join("") }
    if (char === "\\") {
      const escape = readEscape(source, at + 1)
      parts.push(escape.text)
      at = escape.end
    } else {
      parts.push(char)
      at++
    }
  }
  return { end: at, text: parts.join("") }
}

const simpleEscapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f", v: "\v" }

/** ECMA-262, 12.9.4: after the backslash. */
const readEscape = (source: string, at: number): { readonly end: number; readonly text: string } => {
  const char = source[at] ?? ""
  if (char === "x" || char === "u") {
    const code = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\})/i.exec(source.slice(at, at + 10))
    const value = Number.parseInt(code?.[1] ?? code?.[2] ?? code?.[3] ?? "", 16)
    if (code !== null && value <= 0x10ffff) return { end: at + code[0].length, text: String.fromCodePoint(value) }
  }
  const octal = /^[0-7]{1,3}/.exec(source.slice(at, at + 3))
  if (octal !== null) {
    return { end: at + octal[0].length, text: String.fromCharCode(Number.parseInt(octal[0], 8) & 0xff) }
  }
  if (char === "\r" && source[at + 1] === "\n") return { end: at + 2, text: "" }
  return { end: at + 1, text: /[\r\n\u2028\u2029]/.test(char) ? "" : simpleEscapes[char] ?? char }
}

/** A name may be spelled with escapes: `\u0065val`. */
const readName = (source: string, from: number): { readonly end: number; readonly text: string } => {
  let at = from
  let text = ""
  while (at < source.length) {
    if (namePart.test(source[at]!)) text += source[at++]!
    else if (source[at] === "\\" && source[at + 1] === "u") {
      const escape = readEscape(source, at + 1)
      text += escape.text
      at = escape.end
    } else break
  }
  return { end: Math.max(at, from + 1), text }
}
