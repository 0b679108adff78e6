import type { XmlHandlers } from "../../xml/ReadXml.ts"

/**
 * Collects data from one XML part in a single forward pass. `asks` selects the elements of interest, because most elements are irrelevant.
 */
export type PartCollector = Pick<XmlHandlers, "open" | "close" | "text"> & Required<Pick<XmlHandlers, "asks">>

/** Combines collectors: each event is passed to all collectors if any of them selects its element. */
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

/** Text collected in pieces, up to a maximum number of characters. */
export class TextBuffer {
  private readonly pieces: Array<string> = []
  private left: number

  constructor(charsMax: number) {
    this.left = charsMax
  }

  /** Reports whether the buffer accepts no more text. */
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
