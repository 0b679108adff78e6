import { float64, int16, uint16, uint32 } from "../../reading/Numbers.ts"
import { readFlaggedText, readNarrowText, readWideText } from "../biff/BiffStrings.ts"
import { areaBytes, type Biff, formatArea, formatCell, formatLocation, locationBytes } from "./CellReferences.ts"
import { FormulaConstants } from "./FormulaConstants.ts"
import { FormulaStack } from "./FormulaStack.ts"
import { commandByNumber, functionByNumber, userDefinedFunction } from "./MacroFunctions.ts"

export const formulaTokensMax = 8_192

/** Resolves the index numbers in the formulas of a workbook. Unknown numbers yield a placeholder. */
export interface FormulaNames {
  /** Returns a defined name; indexes start at 1. */
  readonly name: (index: number) => string
  /** Returns a name of another sheet, workbook, add-in or DDE link. */
  readonly externalName: (sheet: number, index: number) => string
  /** Returns the prefix for a cell of another sheet, such as `Sheet1!`. */
  readonly sheet: (index: number) => string
}

export const unresolvedNames: FormulaNames = {
  name: (index) => `name${index}`,
  externalName: (_, index) => `name${index}`,
  sheet: () => ""
}

/** Binary operators of the tokens PtgAdd (0x03) to PtgRange (0x11) (MS-XLS 2.5.198). */
const binaryOperators = ["+", "-", "*", "/", "^", "&", "<", "<=", "=", ">=", ">", "<>", " ", ",", ":"]
const errors: Readonly<Record<number, string>> = {
  0x00: "#NULL!",
  0x07: "#DIV/0!",
  0x0f: "#VALUE!",
  0x17: "#REF!",
  0x1d: "#NAME?",
  0x24: "#NUM!",
  0x2a: "#N/A"
}

/**
 * Converts the tokens of a formula to text.
 *
 * @param tokens tokens of the formula (Rgce, MS-XLS 2.5.198.104)
 * @param extra extra data that some tokens store after the formula (RgbExtra, MS-XLS 2.5.198.103)
 */
export const decodeFormula = (tokens: Uint8Array, extra: Uint8Array, biff: Biff, names: FormulaNames): string => {
  const reader = new FormulaReader(tokens, extra, biff, names)
  return reader.read()
}

class FormulaReader {
  private at = 0
  private readonly stack = new FormulaStack()
  private readonly constants: FormulaConstants
  private readonly bytes: Uint8Array
  private readonly biff: Biff
  private readonly names: FormulaNames

  constructor(bytes: Uint8Array, extra: Uint8Array, biff: Biff, names: FormulaNames) {
    this.bytes = bytes
    this.biff = biff
    this.names = names
    this.constants = new FormulaConstants(extra, biff)
  }

  read(): string {
    for (let tokens = 0; this.at < this.bytes.length; tokens++) {
      if (tokens >= formulaTokensMax || this.stack.isFull || !this.token(this.readNumber(1))) {
        return `${this.stack.text()}…`
      }
    }
    // Marks a formula whose last token exceeds the data, because the missing bytes were read as zeros.
    return this.at > this.bytes.length ? `${this.stack.text()}…` : this.stack.text()
  }

  /** Returns the current offset and moves past `count` bytes. */
  private skip(count: number): number {
    const at = this.at
    this.at += count
    return at
  }

  private readNumber(width: 1 | 2 | 4): number {
    const at = this.skip(width)
    return width === 1 ? this.bytes[at] ?? 0 : width === 2 ? uint16(this.bytes, at) : uint32(this.bytes, at)
  }

  /**
   * Reads one token. Returns false if the token is unknown. The token classes (reference, value, array) differ only in
   * two bits (MS-XLS 2.5.198.25).
   */
  private token(byte: number): boolean {
    const kind = byte >= 0x40 ? byte & 0x1f | 0x20 : byte
    if (byte >= 0x80) return false
    return kind < 0x20 ? this.basic(kind) : kind < 0x30 ? this.classified(kind) : this.external(kind)
  }

  /** Reads a token below 0x20: an operator, a constant, or a token that controls the parsing. */
  private basic(kind: number): boolean {
    const { biff, stack } = this
    const operator = binaryOperators[kind - 3]
    if (operator !== undefined) {
      stack.binary(operator)
      return true
    }
    switch (kind) {
      // PtgExp and PtgTbl refer to another record, which contains the formula and is read too.
      case 0x01:
      case 0x02: {
        const at = this.skip(biff === 2 ? 3 : 4)
        stack.push(biff === 12 ? "shared" : formatCell(uint16(this.bytes, at), this.bytes[at + 2] ?? 0))
        return true
      }
      case 0x12:
        stack.wrap("+", "")
        return true
      case 0x13:
        stack.wrap("-", "")
        return true
      case 0x14:
        stack.wrap("", "%")
        return true
      case 0x15:
        stack.wrap("(", ")")
        return true
      case 0x18:
        return this.extended(this.readNumber(1))
      case 0x19:
        return this.attribute(this.readNumber(1))
      case 0x1a:
        this.skip(biff === 2 ? 7 : 10)
        return true
      case 0x1b:
        this.skip(biff === 2 ? 3 : 4)
        return true
      default:
        return this.operand(kind)
    }
  }

  /** Reads a constant, PtgMissArg (0x16) to PtgNum (0x1f). */
  private operand(kind: number): boolean {
    const { stack } = this
    switch (kind) {
      case 0x16:
        stack.push("")
        return true
      case 0x17:
        stack.pushText(this.string())
        return true
      case 0x1c:
        stack.push(errors[this.readNumber(1)] ?? "#ERROR!")
        return true
      case 0x1d:
        stack.push(this.readNumber(1) === 0 ? "FALSE" : "TRUE")
        return true
      case 0x1e: {
        const value = this.readNumber(2)
        stack.push(String(value), value)
        return true
      }
      case 0x1f: {
        const value = float64(this.bytes, this.skip(8))
        stack.push(String(value), value)
        return true
      }
      default:
        return false
    }
  }

  private string(): string {
    const chars = this.readNumber(this.biff === 12 ? 2 : 1)
    const readText = this.biff === 12 ? readWideText : this.biff === 8 ? readFlaggedText : readNarrowText
    const { end, text } = readText(this.bytes, this.at, chars)
    this.at = Math.max(end, this.at)
    return text
  }

  /** Reads PtgElf… (MS-XLS 2.5.198.44 and following), PtgSxName, and PtgList of MS-XLSB. */
  private extended(kind: number): boolean {
    this.skip(kind === 0x19 ? 12 : 4)
    if (kind === 0x19 || kind === 0x1d) this.stack.push(kind === 0x19 ? "table" : "field")
    return kind <= 0x1d
  }

  /** Reads PtgAttr… (MS-XLS 2.5.198.33 to 41), which control evaluation and spacing; only SUM affects the text. */
  private attribute(kind: number): boolean {
    const width = this.biff === 2 ? 1 : 2
    const value = this.readNumber(width)
    if ((kind & 0x04) !== 0) this.skip((value + 1) * width)
    if ((kind & 0x10) !== 0) this.stack.call(null, "SUM", 1)
    return true
  }

  /** Reads a token from 0x20 to 0x2f: an array, a function call, a name or a reference. */
  private classified(kind: number): boolean {
    const { biff, bytes, stack } = this
    switch (kind) {
      case 0x20:
        this.skip(biff === 2 ? 6 : biff === 12 ? 14 : 7)
        stack.push(this.constants.array())
        return true
      case 0x21: {
        const number = this.readNumber(biff <= 3 ? 1 : 2)
        const called = functionByNumber(number)
        stack.call(number, called?.name ?? `FUNCTION${number}`, called?.parameters ?? 0)
        return true
      }
      case 0x22: {
        const parameters = this.readNumber(1) & 0x7f
        const number = this.readNumber(biff <= 3 ? 1 : 2)
        this.call(number & 0x7fff, (number & 0x8000) !== 0, parameters)
        return true
      }
      case 0x23:
        stack.push(this.names.name(biff >= 8 ? this.readNumber(4) : this.readNumber(2)))
        this.skip(biff >= 8 ? 0 : biff === 5 ? 12 : biff === 2 ? 5 : 8)
        return true
      case 0x24:
      case 0x2c:
        stack.push(formatLocation(bytes, this.skip(locationBytes(biff)), biff, kind === 0x2c))
        return true
      case 0x25:
      case 0x2d:
        stack.push(formatArea(bytes, this.skip(areaBytes(biff)), biff, kind === 0x2d))
        return true
      // Skips PtgMem…, which contains the cached result of the area expression in the following tokens.
      case 0x26:
      case 0x27:
      case 0x28:
        this.skip(biff === 2 ? 4 : 6)
        if (kind === 0x26) this.constants.skipAreas()
        return true
      case 0x29:
      case 0x2e:
      case 0x2f:
        this.skip(biff === 2 ? 1 : 2)
        return true
      case 0x2a:
      case 0x2b:
        this.skip(kind === 0x2a ? locationBytes(biff) : areaBytes(biff))
        stack.push("#REF!")
        return true
      default:
        return false
    }
  }

  private call(number: number, isCommand: boolean, parameters: number): void {
    if (isCommand) this.stack.call(null, commandByNumber(number)?.name ?? `COMMAND${number}`, parameters)
    else if (number === userDefinedFunction) this.stack.call(null, "", parameters)
    else this.stack.call(number, functionByNumber(number)?.name ?? `FUNCTION${number}`, parameters)
  }

  /** Reads a token from 0x38 to 0x3d, most of which refer to other sheets. */
  private external(kind: number): boolean {
    const { biff, bytes, names, stack } = this
    if (kind === 0x38 && biff <= 3) {
      const parameters = this.readNumber(1) & 0x7f
      this.call(this.readNumber(1), true, parameters)
      return true
    }
    if (kind < 0x39 || kind > 0x3d || biff < 5) return false
    const sheet = biff === 5 ? int16(bytes, this.skip(2)) : this.readNumber(2)
    if (kind === 0x39) {
      if (biff === 5) this.skip(8)
      stack.push(names.externalName(sheet, biff === 5 ? this.readNumber(2) : this.readNumber(4)))
      if (biff === 5) this.skip(12)
      return true
    }
    const before = biff === 5 ? this.sheetOfBiff5(sheet) : names.sheet(sheet)
    const isArea = kind === 0x3b || kind === 0x3d
    const at = this.skip(isArea ? areaBytes(biff) : locationBytes(biff))
    if (kind >= 0x3c) stack.push(`${before}#REF!`)
    else stack.push(before + (isArea ? formatArea : formatLocation)(bytes, at, biff, false))
    return true
  }

  /**
   * Returns the sheet prefix of a BIFF5 reference. A negative number means a sheet of the workbook that contains the
   * formula.
   */
  private sheetOfBiff5(book: number): string {
    const at = this.skip(12)
    return book < 0 ? this.names.sheet(uint16(this.bytes, at + 8)) : `[${book}]`
  }
}
