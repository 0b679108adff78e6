/** A token of VBA source. `name` is the word in lower case, without brackets: `shell` for `[Shell]`. */
export type Token =
  | { readonly kind: "word"; readonly text: string; readonly name: string }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "number"; readonly value: number }
  | { readonly kind: "mark"; readonly text: string }

export type Statement = ReadonlyArray<Token>

/**
 * Yields the statements of a source without comments and `Attribute` lines (MS-VBAL 3.3 and 5.4). A trailing ` _`
 * joins lines; `:`, `Then` and `Else` separate statements.
 */
export function* statementsOf(source: string): Generator<Statement, void, undefined> {
  const reader = new Reader(source)
  while (!reader.isAtEnd) {
    const statement = reader.readStatement()
    if (statement.length > 0) yield statement
  }
}

const [tab, newline, vertical, feed, carriage, space, noBreak] = [9, 10, 11, 12, 13, 32, 160]
const [quote, hash, apostrophe, ampersand, dot, colon, equals, bang] = [34, 35, 39, 38, 46, 58, 61, 33]
const [openBracket, underscore] = [91, 95]

const isBlank = (code: number): boolean =>
  code === space || code === tab || code === noBreak || code === vertical || code === feed
const isLineEnd = (code: number): boolean => code === newline || code === carriage
const isDigit = (code: number): boolean => code >= 48 && code <= 57
const isWordStart = (code: number): boolean =>
  code >= 97 && code <= 122 || code >= 65 && code <= 90 || code === underscore || code >= 128 && code !== noBreak
const isWordPart = (code: number): boolean => isWordStart(code) || isDigit(code)
/**
 * Reports whether a character is one of the type suffixes `$`, `%`, `@` and `#`. Excludes `&`, `!` and `^`, which are
 * also operators.
 */
const isTypeSuffix = (code: number): boolean => code === 36 || code === 37 || code === 64 || code === hash

class Reader {
  private at = 0
  /** Offset of the `]` that the last search found; -1 if none follows. */
  private bracketEnd = 0
  private readonly source: string

  constructor(source: string) {
    this.source = source
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length
  }

  readStatement(): Statement {
    const tokens: Array<Token> = []
    while (this.at < this.source.length) {
      const code = this.codeAt(this.at)
      if (isBlank(code)) this.at++
      else if (isLineEnd(code)) {
        this.at++
        break
      } else if (code === apostrophe) this.skipRemark()
      else if (code === underscore && this.takeContinuation()) continue
      else if (code === colon && this.codeAt(this.at + 1) !== equals) {
        this.at++
        break
      } else if (!this.takeToken(code, tokens)) break
    }
    return tokens
  }

  /** Reads one token. Returns whether the statement continues after it. */
  private takeToken(code: number, tokens: Array<Token>): boolean {
    if (!isWordStart(code)) {
      tokens.push(this.readOther(code))
      return true
    }
    const word = this.readWord()
    const isMember = isMark(tokens.at(-1), ".")
    if (tokens.length === 0 && (word.name === "rem" || word.name === "attribute")) this.skipRemark()
    else if (!isMember && (word.name === "then" || word.name === "else")) return false
    else tokens.push(word)
    return true
  }

  /** Returns the character code at an offset. The end of the source counts as a line end. */
  private codeAt(at: number): number {
    return at < this.source.length ? this.source.charCodeAt(at) : newline
  }

  /** Skips a comment to the end of its line. ` _` continues a comment on the next line (MS-VBAL 3.3.1). */
  private skipRemark(): void {
    let [last, beforeLast] = [0, 0]
    while (this.at < this.source.length) {
      const code = this.codeAt(this.at)
      if (isLineEnd(code)) {
        if (last !== underscore || !isBlank(beforeLast)) return
        this.skipLineEnd()
        last = 0
        continue
      }
      // Ignores blanks after the underscore.
      if (!isBlank(code) || last !== underscore) [beforeLast, last] = [last, code]
      this.at++
    }
  }

  /** Skips a line continuation: ` _` at the end of a line. Returns false if there is none. */
  private takeContinuation(): boolean {
    let end = this.at + 1
    while (isBlank(this.codeAt(end))) end++
    if (!isLineEnd(this.codeAt(end))) return false
    this.at = end
    this.skipLineEnd()
    return true
  }

  private skipLineEnd(): void {
    const isPair = this.codeAt(this.at) === carriage && this.source.charCodeAt(this.at + 1) === newline
    this.at += isPair ? 2 : 1
  }

  private readWord(): Extract<Token, { kind: "word" }> {
    const start = this.at
    while (isWordPart(this.codeAt(this.at))) this.at++
    const text = this.source.slice(start, this.at)
    const code = this.codeAt(this.at)
    if (isTypeSuffix(code) || code === bang && !isWordStart(this.codeAt(this.at + 1))) this.at++
    return { kind: "word", text, name: text.toLowerCase() }
  }

  private readOther(code: number): Token {
    if (code === quote) return this.readText()
    if (isDigit(code) || code === dot && isDigit(this.codeAt(this.at + 1))) return this.readNumber()
    if (code === ampersand) {
      const number = this.readBasedNumber()
      if (number !== null) return number
    }
    if (code === openBracket) {
      const bracketed = this.readBracketed()
      if (bracketed !== null) return bracketed
    }
    const text = code === colon ? ":=" : this.source.charAt(this.at)
    this.at += text.length
    return { kind: "mark", text }
  }

  /** Reads a string literal, in which two quotes mean one quote. The end of the line always ends the literal. */
  private readText(): Token {
    const start = ++this.at
    let hasQuotes = false
    while (!isLineEnd(this.codeAt(this.at))) {
      if (this.codeAt(this.at) === quote) {
        if (this.codeAt(this.at + 1) !== quote) break
        hasQuotes = true
        this.at++
      }
      this.at++
    }
    const text = this.source.slice(start, this.at)
    if (this.codeAt(this.at) === quote) this.at++
    return { kind: "text", text: hasQuotes ? text.replaceAll("\"\"", "\"") : text }
  }

  private readNumber(): Token {
    const start = this.at
    while (isDigit(this.codeAt(this.at)) || this.codeAt(this.at) === dot) this.at++
    const exponent = this.codeAt(this.at) | 32
    const sign = this.codeAt(this.at + 1)
    if ((exponent === 101 || exponent === 100) && (isDigit(sign) || sign === 43 || sign === 45)) {
      this.at += 2
      while (isDigit(this.codeAt(this.at))) this.at++
    }
    const digits = this.source.slice(start, Math.min(this.at, start + numberCharsMax))
    if (isTypeSuffix(this.codeAt(this.at))) this.at++
    return { kind: "number", value: Number.parseFloat(digits.replace(/d/i, "e")) }
  }

  /** Reads a hexadecimal or octal number: `&H41`, `&O101`. */
  private readBasedNumber(): Token | null {
    const base = (this.codeAt(this.at + 1) | 32) === 104 ? 16 : (this.codeAt(this.at + 1) | 32) === 111 ? 8 : 0
    if (base === 0 || !isBasedDigit(this.codeAt(this.at + 2), base)) return null
    const start = this.at += 2
    while (isBasedDigit(this.codeAt(this.at), base)) this.at++
    const value = Number.parseInt(this.source.slice(start, Math.min(this.at, start + numberCharsMax)), base)
    if (this.codeAt(this.at) === ampersand) this.at++
    return { kind: "number", value }
  }

  private readBracketed(): Token | null {
    if (this.bracketEnd >= 0 && this.bracketEnd < this.at) this.bracketEnd = this.source.indexOf("]", this.at)
    const end = this.bracketEnd
    if (end < 0 || end - this.at > bracketedCharsMax) return null
    const text = this.source.slice(this.at + 1, end)
    if (/[\r\n]/.test(text)) return null
    this.at = end + 1
    return { kind: "word", text, name: text.toLowerCase() }
  }
}

/** Maximum characters of a number that are parsed. */
const numberCharsMax = 32
/** Maximum characters between brackets. */
const bracketedCharsMax = 255

const isBasedDigit = (code: number, base: number): boolean =>
  base === 8 ? code >= 48 && code <= 55 : isDigit(code) || (code | 32) >= 97 && (code | 32) <= 102

export const isMark = (token: Token | undefined, text: string): boolean => token?.kind === "mark" && token.text === text

/** Reports whether the token is one of these words, given in lower case. */
export const isAnyWord = (token: Token | undefined, words: ReadonlySet<string>): boolean =>
  token?.kind === "word" && words.has(token.name)

/** Returns the word in lower case; null if the token is not a word. */
export const lowerCaseWordOf = (token: Token | undefined): string | null => token?.kind === "word" ? token.name : null
