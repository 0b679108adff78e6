import { ByteString, decodeHexString, decodeLiteralString } from "./ContentStrings.ts"

/** Character classes (ISO 32000-2, section 7.2.3). */
const regular = 0
const blank = 1
const delimiter = 2
/** Regular characters that can start a number. */
const numeric = 3
const classes = new Uint8Array(256)
for (const code of [0, 9, 10, 12, 13, 32]) classes[code] = blank
for (const character of "()<>[]{}/%") classes[character.charCodeAt(0)] = delimiter
for (const character of "0123456789.+-") classes[character.charCodeAt(0)] = numeric

const isRegular = (byte: number): boolean => classes[byte] === regular || classes[byte] === numeric

/**
 * Operand of an operator. Null stands for the start of a dictionary, whose keys and values follow as separate operands.
 */
export type Operand = number | ByteString | NameOperand | Array<Operand> | null

/** Name that is decoded to a string only on demand. */
export class NameOperand {
  private readonly bytes: Uint8Array
  private readonly from: number
  private readonly end: number

  constructor(bytes: Uint8Array, from: number, end: number) {
    this.bytes = bytes
    this.from = from
    this.end = end
  }

  /** Name as used in the resources. Names longer than `nameBytesMax` are cut off and match no resource. */
  get text(): string {
    const name = latin1(this.bytes, this.from, Math.min(this.end, this.from + nameBytesMax))
    return name.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** Maximum bytes of a name (ISO 32000-1, annex C: 127). */
export const nameBytesMax = 127
/** Maximum operands that are stored per operator. Further operands are ignored. */
export const operandsMax = 64
/** Maximum elements of an array. A line of text can have an element per letter. */
export const arrayOperandsMax = 65_536
/** Maximum nesting depth of arrays and dictionaries. */
const nestingMax = 8
/**
 * Interpreted operators of at most three letters, by their packed bytes. Other words of this length are
 * `unknownOperator`.
 */
const shortWords = new Map(
  "BT Tj TJ ' \" Td TD T* Tm Tf Tc Tw Tz TL Tr q Q cm Do BI ID re f F f* B B* b b* n S s g rg k sc scn sh".split(" ")
    .map((
      word
    ) => [
      [...word].reduce((packed, letter) => packed << 8 | letter.charCodeAt(0), 0),
      word
    ])
)
export const unknownOperator = "?"
/** Maximum bytes of an operator. Longer words are unknown operators. */
const wordBytesMax = 24

/**
 * Reads a content stream (ISO 32000-2, section 7.8.2) or a CMap operator by operator, in time linear in its bytes. It
 * is simpler than `PdfLexer`, because content has no references and consists mostly of numbers.
 */
export class ContentLexer {
  readonly bytes: Uint8Array
  at = 0
  /** Number of operands of the last operator. */
  count = 0
  /** Numbers are stored separately to avoid allocations for drawings with millions of points. */
  private readonly numbers = new Float64Array(operandsMax)
  private readonly others: Array<Operand | undefined> = Array.from({ length: operandsMax })

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Returns the next operator, or null at the end. */
  next(): string | null {
    const { bytes } = this
    this.count = 0
    const { length } = bytes
    while (this.at < length) {
      const byte = bytes[this.at]!
      const kind = classes[byte]
      if (kind === blank) this.at++
      else if (kind === numeric) {
        const number = this.readNumber()
        if (this.count >= operandsMax) continue
        this.others[this.count] = undefined
        this.numbers[this.count++] = number
      } else if (kind === regular) {
        const word = this.readWord()
        if (word !== "true" && word !== "false" && word !== "null") return word
        this.push(null)
      } else {
        const operand = this.readDelimited(byte, 0)
        if (operand !== undefined) this.push(operand)
      }
    }
    return null
  }

  /** Returns a numeric operand by index, or 0 if the operand is not a number. */
  number(at: number): number {
    return at < this.count && this.others[at] === undefined ? this.numbers[at]! : 0
  }

  /** Returns an operand by index, or undefined if it is a number. */
  other(at: number): Operand | undefined {
    return at >= 0 && at < this.count ? this.others[at] : undefined
  }

  /** Last operand, or undefined if it is a number. */
  get last(): Operand | undefined {
    return this.other(this.count - 1)
  }

  /** Reads a single operand. Returns undefined at an operator or at the end. */
  nextOperand(): Operand | undefined {
    const { bytes } = this
    while (this.at < bytes.length) {
      const byte = bytes[this.at]!
      const kind = classes[byte]!
      if (kind === blank) this.at++
      else if (kind === numeric) return this.readNumber()
      else if (kind === regular) return undefined
      else {
        const operand = this.readDelimited(byte, 0)
        if (operand !== undefined) return operand
      }
    }
    return undefined
  }

  private push(operand: Operand): void {
    if (this.count < operandsMax) this.others[this.count++] = operand
  }

  /** Reads a token that starts with a delimiter. Returns undefined if the token is skipped. */
  private readDelimited(byte: number, depth: number): Operand | undefined {
    switch (byte) {
      case 0x28:
        return this.readLiteral()
      case 0x2f:
        this.at++
        return this.readName()
      case 0x5b:
        this.at++
        return this.readArray(depth + 1)
      case 0x3c:
        if (this.bytes[this.at + 1] !== 0x3c) return this.readHex()
        this.at += 2
        return null
      case 0x25:
        while (this.at < this.bytes.length && this.bytes[this.at] !== 10 && this.bytes[this.at] !== 13) this.at++
        return undefined
      default:
        // Skips unmatched closing delimiters and the ends of dictionaries.
        this.at++
        return undefined
    }
  }

  private readArray(depth: number): Array<Operand> {
    const { bytes } = this
    const values: Array<Operand> = []
    while (this.at < bytes.length) {
      const byte = bytes[this.at]!
      const kind = classes[byte]!
      if (kind === blank) this.at++
      else if (byte === 0x5d) {
        this.at++
        break
      } else if (kind === numeric) keep(values, this.readNumber())
      else if (kind === regular) {
        // An operator within an array means that the array was not closed.
        if (isOperatorStart(byte)) break
        else this.at++
      } else if (byte === 0x5b && depth >= nestingMax) this.at++
      else {
        const operand = this.readDelimited(byte, depth)
        if (operand !== undefined) keep(values, operand)
      }
    }
    return values
  }

  private readNumber(): number {
    const { bytes } = this
    const { length } = bytes
    let at = this.at
    let value = 0
    let scale = 0
    let isNegative = false
    for (; at < length; at++) {
      const byte = bytes[at]!
      if (byte >= 48 && byte <= 57) {
        value = value * 10 + byte - 48
        scale *= 10
      } else if (byte === 0x2e) scale = scale || 1
      else if (byte === 0x2d) {
        // `--5` is read as -5. After a digit other than 0, or after a decimal point, a minus sign is skipped, so `5-3`
        // is read as 53.
        if (value === 0 && scale === 0) isNegative = true
      } else if (byte !== 0x2b) break
    }
    this.at = at
    if (scale > 1) value /= scale
    if (!Number.isFinite(value)) return 0
    return isNegative ? -value : value
  }

  private readWord(): string {
    const { bytes } = this
    const from = this.at
    let packed = 0
    for (; this.at < bytes.length && isRegular(bytes[this.at]!); this.at++) {
      packed = packed << 8 | bytes[this.at]!
    }
    const length = this.at - from
    if (length > 3) return length > wordBytesMax ? unknownOperator : latin1(bytes, from, this.at)
    return shortWords.get(packed) ?? unknownOperator
  }

  private readName(): NameOperand {
    const { bytes } = this
    const from = this.at
    while (this.at < bytes.length && isRegular(bytes[this.at]!)) this.at++
    return new NameOperand(bytes, from, this.at)
  }

  /** Reads a literal string (ISO 32000-2, section 7.3.4.2). A string without escapes is a view of the stream. */
  private readLiteral(): ByteString {
    const { bytes } = this
    const from = ++this.at
    let [depth, escapes] = [1, 0]
    for (; this.at < bytes.length; this.at++) {
      const byte = bytes[this.at]!
      if (byte === 0x5c) {
        escapes++
        this.at++
      } else if (byte === 0x28) depth++
      else if (byte === 0x29 && --depth === 0) break
    }
    const end = Math.min(this.at, bytes.length)
    this.at = end + 1
    return escapes === 0 ? new ByteString(bytes, from, end) : decodeLiteralString(bytes, from, end)
  }

  private readHex(): ByteString {
    const { bytes } = this
    const from = ++this.at
    while (this.at < bytes.length && bytes[this.at] !== 0x3e) this.at++
    return decodeHexString(bytes, from, this.at++)
  }
}

const keep = (values: Array<Operand>, operand: Operand): void => {
  if (values.length < arrayOperandsMax) values.push(operand)
}

const isOperatorStart = (byte: number): boolean =>
  byte >= 65 && byte <= 90 || byte >= 97 && byte <= 122 || byte === 0x27 || byte === 0x22

const latin1 = (bytes: Uint8Array, from: number, to: number): string => {
  let text = ""
  for (let at = from; at < to; at++) text += String.fromCharCode(bytes[at]!)
  return text
}
