import type { XmlHandlers } from "../../xml/ReadXml.ts"

/**
 * Takes what it looks for from one XML part, as the part is read from front to back. It says which elements it looks at: of the
 * many that a part has, most concern nobody.
 */
export type PartCollector = Pick<XmlHandlers, "open" | "close" | "text"> & Required<Pick<XmlHandlers, "asks">>

/** Gives each event that concerns one of them to all of them. */
export const together = (
  collectors: ReadonlyArray<PartCollector>
): Required<Pick<XmlHandlers, "asks" | "open" | "close" | "text">> => ({
  asks: (name) => collectors.some((collector) => collector.asks(name)),
  open: (name, attributes) => {
    for (const collector of collectors) collector.open?.(name, attributes)
  },
  close: (name) => {
    for (const collector of collectors) collector.close?.(name)
  },
  text: (text) => {
    for (const collector of collectors) collector.text?.(text)
  }
})

/** Text that is gathered piece by piece, up to a number of characters. */
export class TextBuffer {
  private readonly pieces: Array<string> = []
  private left: number

  constructor(charsMax: number) {
    this.left = charsMax
  }

  /** Nothing more is taken. */
  get isFull(): boolean {
    return this.left <= 0
  }

  add(piece: string): void {
    if (this.left <= 0 || piece === "") return
    this.pieces.push(piece.length > this.left ? piece.slice(0, this.left) : piece)
    this.left -= piece.length
  }

  toString(): string {
    return this.pieces.join("")
  }
}
