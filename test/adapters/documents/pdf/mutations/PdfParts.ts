import type { Objects } from "../MakePdf.ts"

/** Object as PDF text: its value, and the bytes of its stream as Latin-1, or null. */
export interface PdfPart {
  readonly number: number
  readonly value: string
  readonly stream: string | null
}

const strings = String.raw`\((?:\\[\s\S]|[^\\()])*\)`
const token = new RegExp(
  `${strings}|<<|>>|<[\\dA-Fa-f\\s]*>|/[^\\s()<>[\\]{}/%]*|[[\\]]|[^\\s()<>[\\]{}/%]+`,
  "g"
)

/** Splits PDF text without comments and streams into tokens. Strings must not contain unescaped parentheses. */
export const tokensOf = (text: string): ReadonlyArray<string> => text.match(token) ?? []

/** Splits objects into values and streams. */
export const partsOf = (objects: Objects): ReadonlyArray<PdfPart> =>
  Object.entries(objects).map(([number, text]) => {
    const found = /^([\s\S]*?>>)stream\n([\s\S]*)\nendstream$/.exec(text)
    return found === null
      ? { number: Number(number), value: text, stream: null }
      : { number: Number(number), value: found[1]!, stream: found[2]! }
  })

/** Returns the value and stream of an object as PDF text. */
export const textOf = ({ stream, value }: PdfPart): string =>
  stream === null ? value : `${value}stream\n${stream}\nendstream`

/** Location of an object for a cross-reference table. */
interface Entry {
  readonly number: number
  readonly generation: number
  readonly offset: number
}

/** Writes a PDF piece by piece and remembers the offsets of its objects. */
export class PdfWriter {
  text: string
  entries: Array<Entry> = []

  constructor(header = "%PDF-1.7\n") {
    this.text = header
  }

  add(text: string): this {
    this.text += text
    return this
  }

  /** Adds an object that the next table lists. */
  object(number: number, text: string, { close = "\nendobj\n", generation = 0, open = "" } = {}): this {
    this.entries.push({ number, generation, offset: this.text.length })
    return this.add(`${open === "" ? `${number} ${generation} obj\n` : open}${text}${close}`)
  }

  all(parts: ReadonlyArray<PdfPart>): this {
    for (const part of parts) this.object(part.number, textOf(part))
    return this
  }

  /**
   * Adds a cross-reference table of the objects since the last table, a trailer and the end marker. Returns the offset
   * of the table.
   *
   * @param shift distance of the listed offsets from the true offsets
   */
  table(trailer = "/Root 1 0 R", { first = true, shift = 0, startxref = null as number | null } = {}): number {
    const offset = this.text.length
    const numbers = this.entries.map(({ number }) => number)
    const sections = this.entries.toSorted((left, right) => left.number - right.number).map((entry) =>
      `${entry.number} 1\n${padded(entry.offset + shift, 10)} ${padded(entry.generation, 5)} n \n`
    )
    this.add(`xref\n${first ? "0 1\n0000000000 65535 f \n" : ""}${sections.join("")}`)
    this.add(`trailer\n<</Size ${Math.max(0, ...numbers) + 100} ${trailer}>>\n`)
    this.add(`startxref\n${startxref ?? offset + shift}\n%%EOF\n`)
    this.entries = []
    return offset
  }

  get bytes(): Uint8Array {
    return Buffer.from(this.text, "latin1")
  }
}

export const padded = (number: number, digits: number): string => String(number).padStart(digits, "0")
