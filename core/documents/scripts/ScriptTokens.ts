/** A script token with the detail needed to find calls. */
export interface ScriptToken {
  readonly kind: "name" | "string" | "number" | "sign"
  /** Source text of the token. For a string or name, its value with escapes decoded. */
  readonly text: string
}

export const scriptCharsMax = 1_000_000

/**
 * Returns the tokens of an ECMAScript source without comments. One token replaces each regular expression. This is not
 * a parser: it reads invalid code on a best-effort basis, in one pass. A division that is mistaken for a regular
 * expression could hide calls. If only a parser could decide, the tokens include every name of the remaining source.
 */
export const scriptTokens = (source: string): ReadonlyArray<ScriptToken> =>
  new Tokenizer(source.slice(0, scriptCharsMax)).read()

class Tokenizer {
  private readonly source: string
  private readonly tokens: Array<ScriptToken> = []
  /** Kind of content in each open bracket, outermost bracket first. */
  private readonly open: Array<"template" | "condition" | "other"> = []
  private at = 0
  private afterCondition = false
  /** Only blanks and comments precede the current position on this line. */
  private isLineStart = true
  /** The tokens already contain every name of the remaining source. */
  private hasNames = false
  /** Slashes before this offset count as divisions, because no regular expression ends before it. */
  private dividesUntil = 0

  constructor(source: string) {
    this.source = source
  }

  read(): ReadonlyArray<ScriptToken> {
    const { source, tokens } = this
    while (this.at < source.length) {
      const char = source.charAt(this.at)
      if (blank.test(char)) {
        this.isLineStart ||= lineEnd.test(char)
        this.at++
      } else if (!this.skipComment(char)) {
        this.readToken(char)
        this.isLineStart = false
      }
    }
    return tokens
  }

  /** Skips a comment, including HTML-like comments (ECMA-262, 12.4 and annex B.1.1). Returns false if there is none. */
  private skipComment(char: string): boolean {
    const { at, source } = this
    if (char === "/" && source[at + 1] === "*") {
      this.at = endAfter(source, "*/", at + 2)
      this.isLineStart ||= lineEnd.test(source.slice(at, this.at))
      return true
    }
    const isLine = char === "/" && source[at + 1] === "/" || char === "<" && source.startsWith("<!--", at) ||
      char === "-" && this.isLineStart && source.startsWith("-->", at)
    if (isLine) this.at = endOfLine(source, at)
    return isLine
  }

  private readToken(char: string): void {
    const { source, tokens } = this
    if (char === "/") return this.readSlash()
    if (char === "`") return this.readTemplate()
    if (char === "\"" || char === "'") return this.readString(char)
    if (nameStart.test(char) || char === "\\" && source[this.at + 1] === "u") {
      const { end, text } = readName(source, this.at)
      tokens.push({ kind: "name", text })
      this.at = end
    } else if (digit.test(char)) {
      const end = endOfNumber(source, this.at)
      tokens.push({ kind: "number", text: source.slice(this.at, end) })
      this.at = end
    } else if (char === "}" && this.open.at(-1) === "template") {
      this.open.pop()
      tokens.push(signOf(")"), signOf("+"))
      this.readTemplate()
    } else this.readSign(char)
  }

  private readSign(char: string): void {
    const { open, tokens } = this
    if (char === "(") open.push(conditions.test(keywordOf(tokens, tokens.length - 1)) ? "condition" : "other")
    else if (char === "{" || char === "[") open.push("other")
    else if (char === ")" || char === "}" || char === "]") {
      const closed = open.at(-1) === "template" ? undefined : open.pop()
      this.afterCondition = char === ")" && closed === "condition"
    }
    tokens.push(signOf(char))
    this.at++
  }

  /** Reads a slash. After a value, it is a division. Elsewhere, it starts a regular expression. */
  private readSlash(): void {
    const { source, tokens } = this
    const meaning = meaningOfSlash(tokens, this.afterCondition)
    if (meaning === "either") this.readNames()
    if (meaning === "expression" && this.at >= this.dividesUntil) {
      const { end, isWhole } = endOfRegExp(source, this.at + 1)
      if (isWhole) {
        tokens.push(signOf(regExpMark))
        this.at = end
        return
      }
      // The slash cannot start a regular expression, because none ends on this line.
      this.dividesUntil = end
      this.readNames()
    }
    tokens.push(signOf("/"))
    this.at++
  }

  /** Adds every name of the remaining source, whatever its context. */
  private readNames(): void {
    if (this.hasNames) return
    this.hasNames = true
    for (let at = this.at; at < this.source.length;) {
      const char = this.source.charAt(at)
      if (nameStart.test(char) || char === "\\" && this.source[at + 1] === "u") {
        const { end, text } = readName(this.source, at)
        this.tokens.push({ kind: "name", text })
        at = end
      } else at++
    }
    this.tokens.push(signOf(";"))
  }

  /** Reads a string literal, which ends at the end of its line unless the line break is escaped. */
  private readString(quote: string): void {
    const { end, text } = readText(this.source, this.at + 1, (char) => char === quote || char === "\n" || char === "\r")
    this.tokens.push({ kind: "string", text })
    this.at = this.source[end] === quote ? end + 1 : end
  }

  /**
   * Reads a template such as `a${b}c` as the tokens of `"a" + (b) + "c"`. Starts at the opening backtick, or at the
   * brace that closes an expression.
   */
  private readTemplate(): void {
    const { source, tokens } = this
    const { end, text } = readText(
      source,
      this.at + 1,
      (char, at) => char === "`" || char === "$" && source[at + 1] === "{"
    )
    tokens.push({ kind: "string", text })
    this.at = end + 1
    if (source[end] !== "$") return
    tokens.push(signOf("+"), signOf("("))
    this.open.push("template")
    this.at = end + 2
  }
}

/** Text of the token that replaces a regular expression. */
const regExpMark = "//"

/** Tokens of common signs, shared to save memory. */
const signs: ReadonlyMap<string, ScriptToken> = new Map(
  [..."(){}[].,;:?!=+-*%&|^~<>/@#\\", regExpMark].map((text) => [text, { kind: "sign", text }])
)
const signOf = (text: string): ScriptToken => signs.get(text) ?? { kind: "sign", text }

const conditions = /^(?:if|while|for|with)$/
const operators = /^(?:return|typeof|case|in|delete|void|throw|new|else|do|instanceof)$/
/** Words that are keywords in some contexts and names in others. Only a parser can tell which. */
const contextualKeywords = /^(?:of|yield|await)$/

/** Returns the name at this index; empty if the token is a property name or not a name. */
const keywordOf = (tokens: ReadonlyArray<ScriptToken>, at: number): string =>
  tokens[at]?.kind === "name" && tokens[at - 1]?.text !== "." ? tokens[at].text : ""

const meaningOfSlash = (
  tokens: ReadonlyArray<ScriptToken>,
  afterCondition: boolean
): "division" | "expression" | "either" => {
  const before = tokens.at(-1)
  if (before === undefined) return "expression"
  if (before.kind === "name") {
    const word = keywordOf(tokens, tokens.length - 1)
    return operators.test(word) ? "expression" : contextualKeywords.test(word) ? "either" : "division"
  }
  if (before.kind !== "sign" || before.text === "]" || before.text === regExpMark) return "division"
  if (before.text === ")") return afterCondition ? "expression" : "division"
  if (before.text === "}") return "either"
  const isCounting = "+-".includes(before.text) && tokens.at(-2)?.text === before.text
  return isCounting ? "either" : "expression"
}

const nameStart = /[\p{L}_$]/u
const namePart = /[\p{L}\p{N}_$\u200c\u200d]/u
const digit = /[0-9]/
const numberPart = /[0-9a-zA-Z_]/
const blank = /\s/
const lineEnd = /[\r\n\u2028\u2029]/

const endWhile = (source: string, from: number, part: RegExp): number => {
  let at = from
  while (at < source.length && part.test(source.charAt(at))) at++
  return at
}

/** Returns the end of a number. A dot belongs to a number only before a digit: `0..constructor` starts with `0`. */
const endOfNumber = (source: string, from: number): number => {
  let at = endWhile(source, from, numberPart)
  while (source[at] === "." && digit.test(source[at + 1] ?? "")) at = endWhile(source, at + 1, numberPart)
  return at
}

const endAfter = (source: string, text: string, from: number): number => {
  const found = source.indexOf(text, from)
  return found < 0 ? source.length : found + text.length
}

const endOfLine = (source: string, from: number): number => {
  let at = from
  while (at < source.length && !lineEnd.test(source.charAt(at))) at++
  return at
}

/**
 * Returns the end of a regular expression, after its flags. `isWhole` is false if the line ends first, because a
 * regular expression cannot span lines.
 */
const endOfRegExp = (source: string, from: number): { readonly end: number; readonly isWhole: boolean } => {
  let isInClass = false
  for (let at = from; at < source.length; at++) {
    const char = source.charAt(at)
    if (char === "\\") at++
    else if (lineEnd.test(char)) return { end: at, isWhole: false }
    else if (char === "[") isInClass = true
    else if (char === "]") isInClass = false
    else if (char === "/" && !isInClass) return { end: endWhile(source, at + 1, namePart), isWhole: true }
  }
  return { end: source.length, isWhole: false }
}

/** Reads text up to the first character for which `isEnd` returns true, and decodes its escapes. */
const readText = (
  source: string,
  from: number,
  isEnd: (char: string, at: number) => boolean
): { readonly end: number; readonly text: string } => {
  const parts: Array<string> = []
  let at = from
  while (at < source.length) {
    const char = source.charAt(at)
    if (isEnd(char, at)) break
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

/** Decodes the escape after a backslash (ECMA-262, 12.9.4). */
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

/** Reads a name, which may contain escapes, as in `\u0065val`. */
const readName = (source: string, from: number): { readonly end: number; readonly text: string } => {
  let at = from
  let text = ""
  while (at < source.length) {
    if (namePart.test(source.charAt(at))) text += source.charAt(at++)
    else if (source[at] === "\\" && source[at + 1] === "u") {
      const escape = readEscape(source, at + 1)
      text += escape.text
      at = escape.end
    } else break
  }
  return { end: Math.max(at, from + 1), text }
}
