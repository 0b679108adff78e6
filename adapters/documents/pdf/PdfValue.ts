import { pdfText } from "./PdfText.ts"

/** Values of a PDF (ISO 32000-2, section 7.3). */
export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfReference
  | PdfDictionary
  | ReadonlyArray<PdfValue>

export class PdfName {
  readonly text: string
  /** A character that needs no escape was written as `#xx`: nobody but someone with something to hide does that. */
  readonly isDisguised: boolean

  constructor(text: string, isDisguised: boolean) {
    this.text = text
    this.isDisguised = isDisguised
  }
}

export class PdfString {
  readonly bytes: Uint8Array
  #text: string | null = null

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** Read once, however many refer to it. */
  get text(): string {
    this.#text ??= pdfText(this.bytes)
    return this.#text
  }
}

/** An indirect reference, `12 0 R`. */
export class PdfReference {
  readonly number: number
  readonly generation: number

  constructor(number: number, generation: number) {
    this.number = number
    this.generation = generation
  }
}

export class PdfDictionary {
  private readonly entries = new Map<string, PdfValue>()
  /** Keys that were written with `#xx` where no escape is needed. */
  readonly disguisedKeys: Array<string> = []

  /** The first of two entries with one key holds; the others are kept aside, for readers differ there. */
  private readonly repeated: Array<readonly [string, PdfValue]> = []
  private other: PdfDictionary | null = null

  get repeatedKeys(): ReadonlyArray<string> {
    return this.repeated.map(([key]) => key)
  }

  /** The entries that do not hold. */
  get repeatedValues(): ReadonlyArray<PdfValue> {
    return this.repeated.map(([, value]) => value)
  }

  /** The dictionary as each kind of reader takes it: by the first of two entries with one key, and by the last. */
  get readings(): ReadonlyArray<PdfDictionary> {
    if (this.repeated.length === 0) return [this]
    if (this.other === null) {
      this.other = new PdfDictionary()
      for (const [key, value] of [...this.entries, ...this.repeated]) this.other.entries.set(key, value)
    }
    return [this, this.other]
  }

  get(key: string): PdfValue | undefined {
    return this.entries.get(key)
  }

  keys(): Iterable<string> {
    return this.entries.keys()
  }

  /** The same keys, each with what becomes of its value. */
  mapped(change: (value: PdfValue) => PdfValue): PdfDictionary {
    const copy = new PdfDictionary()
    for (const [key, value] of this.entries) copy.entries.set(key, change(value))
    copy.disguisedKeys.push(...this.disguisedKeys)
    for (const [key, value] of this.repeated) copy.repeated.push([key, change(value)])
    return copy
  }

  set(key: PdfName, value: PdfValue): void {
    if (key.isDisguised) this.disguisedKeys.push(key.text)
    if (this.entries.has(key.text)) this.repeated.push([key.text, value])
    else this.entries.set(key.text, value)
  }
}
