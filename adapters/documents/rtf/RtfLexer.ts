import { hexDigit } from "../reading/Numbers.ts"

/** Maximum length of a control word with its parameter. As in Word, the rest is read as text. */
export const controlCharsMax = 253
/** Maximum letters of a control word, and maximum digits of its parameter (RTF 1.9.1, "Control Word"). */
export const wordLettersMax = 32
export const parameterDigitsMax = 10

/**
 * Kinds of tokens. `open` and `close` are braces, `word` is a control word, and `symbol` is a backslash with one other
 * character. `byte` is `\'hh`. `text` is everything between these tokens, including line ends.
 */
export type RtfToken = "open" | "close" | "word" | "symbol" | "byte" | "text" | "end"

const code = (character: string): number => character.charCodeAt(0)
const [openBrace, closeBrace, backslash] = [code("{"), code("}"), code("\\")]
const [quote, minus, space] = [code("'"), code("-"), code(" ")]

/**
 * Splits RTF into braces, control words and text in linear time. Each call of `next` reads a token, and the fields
 * describe it until the next call.
 */
export class RtfLexer {
  readonly bytes: Uint8Array
  /** Offset of the next token. */
  at = 0
  word = ""
  /** Parameter of the control word, wrapped to 32 bits. Null if the control word has no parameter. */
  parameter: number | null = null
  /** True if the control word or its parameter exceeds the limits of the specification. */
  isOverlong = false
  /** Value of `\'hh`, or -1 if its digits are invalid. A symbol has the code of its character. */
  value = 0
  /** Start offset (`from`) and end offset (`to`) of the current text token. */
  from = 0
  to = 0

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  next(): RtfToken {
    const { bytes } = this
    switch (bytes[this.at]) {
      case undefined:
        return "end"
      case openBrace:
        this.at++
        return "open"
      case closeBrace:
        this.at++
        return "close"
      case backslash:
        this.at++
        return this.readControl()
      default:
        this.from = this.at
        for (; this.at < bytes.length; this.at++) {
          const byte = bytes[this.at]!
          if (byte === openBrace || byte === closeBrace || byte === backslash) break
        }
        this.to = this.at
        return "text"
    }
  }

  /** Returns the raw bytes after `\bin`. Returns no bytes if the length is missing, negative, or exceeds the data. */
  takeBinary(): Uint8Array {
    const length = Math.max(this.parameter ?? 0, 0)
    if (length > this.bytes.length - this.at) return new Uint8Array(0)
    this.at += length
    return this.bytes.subarray(this.at - length, this.at)
  }

  private readControl(): RtfToken {
    const { bytes } = this
    const first = bytes[this.at]
    if (first === undefined) return "end"
    if (isLetter(first)) return this.readWord()
    this.at++
    if (first !== quote) {
      this.value = first
      return "symbol"
    }
    const [high, low] = [hexDigit(bytes[this.at]), hexDigit(bytes[this.at + 1])]
    // Skip the next two bytes even if they are not digits, unless they are syntax characters.
    for (let passed = 0; passed < 2 && isPlain(bytes[this.at]); passed++) this.at++
    this.value = high < 0 || low < 0 ? -1 : high * 16 + low
    return "byte"
  }

  private readWord(): RtfToken {
    const { bytes } = this
    const from = this.at
    const end = Math.min(bytes.length, from + controlCharsMax)
    while (this.at < end && isLetter(bytes[this.at]!)) this.at++
    this.word = latin1(bytes, from, this.at)
    this.isOverlong = this.at - from > wordLettersMax
    this.readParameter(end)
    if (bytes[this.at] === space) this.at++
    return "word"
  }

  private readParameter(end: number): void {
    const { bytes } = this
    const isNegative = bytes[this.at] === minus && isDigit(bytes[this.at + 1])
    const from = isNegative ? this.at + 1 : this.at
    let value = 0
    let at = from
    for (; at < end && isDigit(bytes[at]); at++) value = (value * 10 + bytes[at]! - 48) % 2 ** 32
    if (at === from) {
      this.parameter = null
      return
    }
    this.isOverlong ||= at - from > parameterDigitsMax
    this.parameter = (isNegative ? -value : value) | 0
    this.at = at
  }
}

const isLetter = (byte: number): boolean => byte >= 97 && byte <= 122 || byte >= 65 && byte <= 90

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= 48 && byte <= 57

const isPlain = (byte: number | undefined): boolean =>
  byte !== undefined && byte !== openBrace && byte !== closeBrace && byte !== backslash

/** Decodes short words byte by byte, which is cheaper than a decoder call. */
const latin1 = (bytes: Uint8Array, from: number, to: number): string => {
  let text = ""
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at]!)
  return text
}
