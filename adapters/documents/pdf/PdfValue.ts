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

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
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

  /** The first of two entries with one key holds: readers differ there, so both are told apart by `repeatedKeys`. */
  readonly repeatedKeys: Array<string> = []

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
    copy.repeatedKeys.push(...this.repeatedKeys)
    return copy
  }

  set(key: PdfName, value: PdfValue): void {
    if (key.isDisguised) this.disguisedKeys.push(key.text)
    if (this.entries.has(key.text)) this.repeatedKeys.push(key.text)
    else this.entries.set(key.text, value)
  }
}
