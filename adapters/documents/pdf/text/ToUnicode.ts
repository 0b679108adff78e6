import { CodeRanges } from "./CodeRanges.ts"
import { ContentLexer, type Operand } from "./ContentLexer.ts"
import { ByteString } from "./ContentStrings.ts"
import { readable } from "./Readable.ts"

/** Characters that one code may stand for. */
const mappedCharsMax = 16

/** What the codes of a font mean (ISO 32000-2, section 9.10.3; Adobe Technical Note 5014). */
export class ToUnicode {
  /** Codes of one byte, by the codespace ranges; all others have two. */
  private readonly singles = new CodeRanges<true>()
  private readonly mapped = new CodeRanges<string>()
  private readonly remembered = new Map<number, string>()

  constructor(bytes: Uint8Array) {
    const lexer = new ContentLexer(bytes)
    for (let word = lexer.next(); word !== null; word = lexer.next()) {
      if (word === "begincodespacerange") this.readBlock(lexer, 2, (entry) => this.addCodespace(entry))
      else if (word === "beginbfchar") this.readBlock(lexer, 2, (entry) => this.addCharacter(entry))
      else if (word === "beginbfrange") this.readBlock(lexer, 3, (entry) => this.addRange(entry))
    }
  }

  get isEmpty(): boolean {
    return this.mapped.size === 0
  }

  /** Whether a code that begins with this byte has one byte only. */
  isSingle(byte: number): boolean {
    return this.singles.find(byte) !== null
  }

  /** Empty where the code means nothing. */
  textOf(code: number): string {
    const known = this.remembered.get(code)
    if (known !== undefined) return known
    const found = this.mapped.find(code)
    const text = found === null ? "" : readable(advanced(found.value, found.offset))
    this.remembered.set(code, text)
    return text
  }

  private readBlock(lexer: ContentLexer, size: number, add: (entry: ReadonlyArray<Operand>) => void): void {
    let entry: Array<Operand> = []
    for (let operand = lexer.nextOperand(); operand !== undefined; operand = lexer.nextOperand()) {
      entry.push(operand)
      if (entry.length < size) continue
      add(entry)
      entry = []
    }
  }

  private addCodespace([from, to]: ReadonlyArray<Operand>): void {
    if (!(from instanceof ByteString) || !(to instanceof ByteString)) return
    if (from.end - from.from === 1) this.singles.add(codeOf(from), codeOf(to), true)
  }

  private addCharacter([code, text]: ReadonlyArray<Operand>): void {
    if (!(code instanceof ByteString) || !(text instanceof ByteString)) return
    this.mapped.add(codeOf(code), codeOf(code), utf16(text))
  }

  private addRange([from, to, texts]: ReadonlyArray<Operand>): void {
    if (!(from instanceof ByteString) || !(to instanceof ByteString)) return
    const [first, last] = [codeOf(from), codeOf(to)]
    if (texts instanceof ByteString) this.mapped.add(first, last, utf16(texts))
    else if (Array.isArray(texts)) {
      for (const [at, text] of texts.entries()) {
        if (text instanceof ByteString) this.mapped.add(first + at, first + at, utf16(text))
      }
    }
  }
}

const codeOf = ({ bytes, end, from }: ByteString): number => {
  let code = 0
  for (let at = from; at < Math.min(end, from + 4); at++) code = code * 256 + bytes[at]!
  return code
}

const utf16 = ({ bytes, end, from }: ByteString): string => {
  if (end - from === 1) return String.fromCharCode(bytes[from]!)
  let text = ""
  for (let at = from; at + 1 < Math.min(end, from + 2 * mappedCharsMax); at += 2) {
    text += String.fromCharCode(bytes[at]! << 8 | bytes[at + 1]!)
  }
  return text
}

/** In a range the last unit counts up. */
const advanced = (text: string, offset: number): string =>
  offset === 0 || text === ""
    ? text
    : text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + offset & 0xffff)
