import { type Budget, nestingMax, stringBytesMax } from "../../reading/Budget.ts"
import { hexDigit } from "../../reading/Numbers.ts"
import { characterClasses, isAlphanumeric, isDigit, regularClass, whiteSpaceClass } from "./bytes/PdfCharacters.ts"
import { readHex, readLiteral, type StringRange } from "./bytes/PdfStrings.ts"
import { PdfTextCache } from "./PdfTextCache.ts"
import { linearSearchEntriesMax, PdfDictionary, PdfName, PdfReference, PdfString, type PdfValue } from "./PdfValue.ts"

const code = (character: string): number => character.charCodeAt(0)
const [lf, cr, percent, slash, hash] = [10, 13, code("%"), code("/"), code("#")]
const [openRound, openAngle, closeAngle] = [code("("), code("<"), code(">")]
const [openSquare, closeSquare, plusSign, minusSign, point] = [code("["), code("]"), code("+"), code("-"), code(".")]

/** Word that is not a value: `obj`, `stream`, `endobj`, `R`. Empty at the end of the bytes. */
export class PdfKeyword {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

const end = new PdfKeyword("")
const [closingSquare, closingAngles] = [new PdfKeyword("]"), new PdfKeyword(">>")]

/**
 * Reads consecutive values in time linear in the bytes passed. Never fails: after a syntax error it continues as
 * viewers do, so that damage hides nothing.
 */
export class PdfLexer {
  readonly bytes: Uint8Array
  at: number
  private readonly budget: Budget
  private readonly texts: PdfTextCache
  /** True if the object ended before its dictionary. */
  private isOpen = false

  /** @param texts cache of the file's words, shared between lexers */
  constructor(bytes: Uint8Array, at: number, budget: Budget, texts = new PdfTextCache()) {
    this.bytes = bytes
    this.at = at
    this.budget = budget
    this.texts = texts
  }

  /** Reads the next value or keyword. A reference such as `12 0 R` is one value. */
  read(depth = 0): PdfValue | PdfKeyword {
    const token = this.readToken(depth)
    return typeof token === "number" && Number.isInteger(token) && token >= 0 ? this.readReference(token) : token
  }

  /** Skips blanks and comments. */
  skipBlanks(): void {
    const { bytes } = this
    for (;;) {
      const byte = bytes[this.at]
      if (byte === undefined) return
      if (byte === percent) {
        while (this.at < bytes.length && bytes[this.at] !== lf && bytes[this.at] !== cr) this.at++
      } else if (characterClasses[byte] !== whiteSpaceClass) return
      else this.at++
    }
  }

  private readToken(depth: number): PdfValue | PdfKeyword {
    this.skipBlanks()
    const { bytes } = this
    switch (bytes[this.at]) {
      case undefined:
        return end
      case slash:
        this.at++
        return this.readName()
      case openRound:
        return this.stringOf(readLiteral(bytes, this.at + 1))
      case openAngle:
        if (bytes[this.at + 1] !== openAngle) return this.stringOf(readHex(bytes, this.at + 1))
        this.at += 2
        return this.within(depth, () => this.readDictionary(depth + 1))
      case openSquare:
        this.at++
        return this.within(depth, () => this.readArray(depth + 1))
      case closeSquare:
        this.at++
        return closingSquare
      case closeAngle:
        this.at += bytes[this.at + 1] === closeAngle ? 2 : 1
        return closingAngles
      default:
        return this.readWord()
    }
  }

  /** Reads a nested value. Beyond the nesting limit it returns null, and the value is skipped token by token. */
  private within(depth: number, read: () => PdfValue): PdfValue {
    if (depth < nestingMax) return read()
    this.budget.markExhausted("nesting")
    return null
  }

  private readReference(number: number): PdfValue {
    const after = this.at
    const generation = this.readPlainInteger()
    if (generation !== null) {
      this.skipBlanks()
      const next = this.bytes[this.at + 1]
      if (this.bytes[this.at] === code("R") && (next === undefined || characterClasses[next] !== regularClass)) {
        this.at++
        return new PdfReference(number, generation)
      }
    }
    this.at = after
    return number
  }

  /** Reads an unsigned integer. Returns null for any other token. The caller must then restore `at`. */
  readPlainInteger(): number | null {
    this.skipBlanks()
    let value = 0
    if (this.bytes[this.at] === plusSign) this.at++
    const from = this.at
    for (; isDigit(this.bytes[this.at]) && this.at - from < integerCharsMax; this.at++) {
      value = value * 10 + this.bytes[this.at]! - 48
    }
    const next = this.bytes[this.at]
    return this.at > from && (next === undefined || characterClasses[next] !== regularClass) ? value : null
  }

  /** Reads the entries after an `endobj` within a dictionary, as some viewers do; null if there are none. */
  readRest(): PdfDictionary | null {
    if (!this.isOpen) return null
    this.isOpen = false
    const ending = this.readToken(0)
    if (!(ending instanceof PdfKeyword) || ending.text !== "endobj") return null
    const rest = this.readDictionary(0)
    return rest.size === 0 ? null : rest
  }

  private readDictionary(depth: number): PdfDictionary {
    const dictionary = new PdfDictionary()
    if (this.budget.takeValue(dictionaryValueCost)) this.readEntries(dictionary, depth)
    dictionary.close()
    return dictionary
  }

  private readEntries(dictionary: PdfDictionary, depth: number): void {
    for (;;) {
      const before = this.at
      const key = this.read(depth)
      if (key === closingAngles || key === end) return
      if (isObjectEnd(key)) {
        this.at = before
        this.isOpen = true
        return
      }
      // Skipped entries also count, because there can be an entry per byte.
      if (!this.budget.takeValue(dictionary.size < linearSearchEntriesMax ? 1 : manyEntryValueCost)) return
      if (!(key instanceof PdfName)) continue
      const beforeValue = this.at
      const value = this.read(depth)
      if (value instanceof PdfKeyword) {
        dictionary.set(key, null)
        // The value is missing: the dictionary or object ends here.
        this.at = beforeValue
        if (value === end) return
        if (value === closingSquare || !isObjectEnd(value) && value !== closingAngles) this.read(depth)
      } else dictionary.set(key, value)
    }
  }

  private readArray(depth: number): ReadonlyArray<PdfValue> {
    const values: Array<PdfValue> = []
    this.readElements(values, depth)
    // Copy the array to release its excess capacity.
    return values.length < fewElements ? values.slice() : values
  }

  private readElements(values: Array<PdfValue>, depth: number): void {
    for (;;) {
      const before = this.at
      const value = this.read(depth)
      if (value === closingSquare || value === end) return
      if (isObjectEnd(value) || value === closingAngles) {
        this.at = before
        return
      }
      if (!this.budget.takeValue(values.length < manyElementsMin ? 1 : manyElementValueCost)) return
      if (!(value instanceof PdfKeyword)) values.push(value)
    }
  }

  /** Reads a name after its slash (ISO 32000-2, section 7.3.5). */
  private readName(): PdfName {
    const { bytes } = this
    const from = this.at
    let text: string | null = null
    let isDisguised = false
    const append = (character: string): void => {
      if (text !== null && text.length < nameCharsMax) text += character
    }
    for (; this.at < bytes.length && characterClasses[bytes[this.at]!] === regularClass; this.at++) {
      if (bytes[this.at] !== hash) {
        if (text !== null) append(String.fromCharCode(bytes[this.at]!))
        continue
      }
      const [high, low] = [hexDigit(bytes[this.at + 1]), hexDigit(bytes[this.at + 2])]
      text ??= this.texts.textOf(bytes, from, Math.min(this.at, from + nameCharsMax))
      if (high < 0 || low < 0) append("#")
      else {
        const escaped = high * 16 + low
        isDisguised ||= isAlphanumeric(escaped)
        append(String.fromCharCode(escaped))
        this.at += 2
      }
    }
    if (text !== null) return new PdfName(text, isDisguised)
    return this.texts.nameOf(bytes, from, Math.min(this.at, from + nameCharsMax))
  }

  private stringOf({ end, from, next, source }: StringRange): PdfString {
    this.at = next
    if (end - from > stringBytesMax) this.budget.markExhausted("strings")
    return new PdfString(source, from, end)
  }

  /**
   * Reads a plain decimal such as `-12.5`, the common form. Returns null for any other form. The number of digits is
   * small enough for an exact result.
   */
  private readDecimal(): number | null {
    const { bytes } = this
    const isNegative = bytes[this.at] === minusSign
    if (isNegative || bytes[this.at] === plusSign) this.at++
    let [value, digits, scale] = [0, 0, 0]
    for (; digits < decimalDigitsMax; this.at++) {
      const byte = bytes[this.at]
      if (byte === point && scale === 0) scale = 1
      else if (isDigit(byte)) {
        value = value * 10 + byte! - 48
        scale *= 10
        digits++
      } else break
    }
    const next = bytes[this.at]
    if (digits === 0 || next !== undefined && characterClasses[next] === regularClass) return null
    const whole = scale > 1 ? value / scale : value
    return isNegative ? -whole : whole
  }

  private readWord(): PdfValue | PdfKeyword {
    const from = this.at
    const integer = isDigit(this.bytes[from]) ? this.readPlainInteger() : null
    if (integer !== null) return integer
    this.at = from
    const decimal = this.readDecimal()
    if (decimal !== null) return decimal
    this.at = from
    // A lone delimiter, brace or closing parenthesis is a separate word.
    do this.at++
    while (
      this.at < this.bytes.length && characterClasses[this.bytes[from]!] === regularClass &&
      characterClasses[this.bytes[this.at]!] === regularClass
    )
    const text = this.texts.textOf(this.bytes, from, Math.min(this.at, from + wordCharsMax))
    if (text === "true") return true
    if (text === "false") return false
    if (text === "null") return null
    return /^[+-]*\.?\d/.test(text) ? numberOf(text) : new PdfKeyword(text)
  }
}

/** Memory of a dictionary, in multiples of a plain value's memory. */
export const dictionaryValueCost = 8
/** Memory of an entry in a dictionary with a lookup table, in multiples of a plain value's memory. */
export const manyEntryValueCost = 8
/** Minimum length of an array that is not copied. In a shorter array, the excess capacity outweighs the elements. */
const fewElements = 64
/**
 * Minimum length of an array whose elements count as `manyElementValueCost`. Such an array is reallocated repeatedly
 * while it grows.
 */
export const manyElementsMin = 65_536
export const manyElementValueCost = 2
/** Maximum characters of a name. Viewers accept at most 127 (ISO 32000-1, annex C). */
export const nameCharsMax = 1_024
/** Maximum digits of an object number. A number with more digits can only have leading zeros. */
const integerCharsMax = 32

/** Maximum digits of a number that is read on the fast path. */
const decimalDigitsMax = 15
/** Maximum characters of a keyword or number. Longer words have no meaning. */
const wordCharsMax = 64

/** Returns the value that viewers read from a number. `--5` is -5, `5-3` is 5, and `1.2.3` is 1.2. */
const numberOf = (text: string): number => {
  const value = Number.parseFloat(text.replace(/^[+-]+(?=[+-])/, ""))
  return Number.isFinite(value) ? value : 0
}

const isObjectEnd = (value: PdfValue | PdfKeyword): boolean =>
  value instanceof PdfKeyword && (value.text === "endobj" || value.text === "obj" || value.text === "stream")
