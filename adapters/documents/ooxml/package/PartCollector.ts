import type { XmlHandlers } from "../../xml/ReadXml.ts"

/**
 * Collects data from one XML part in a single forward pass. `selects` selects the elements of interest, because most elements are irrelevant.
 */
export type PartCollector = Pick<XmlHandlers, "open" | "close" | "text"> & Required<Pick<XmlHandlers, "selects">>

/** Combines collectors: each event is passed to all collectors if any of them selects its element. */
export const combineCollectors = (
  collectors: ReadonlyArray<PartCollector>
): Required<Pick<XmlHandlers, "selects" | "open" | "close" | "text">> => ({
  selects: (name) => collectors.some((collector) => collector.selects(name)),
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
  private charsLeft: number

  constructor(charsMax: number) {
    this.charsLeft = charsMax
  }

  /** Reports whether the buffer accepts no more text. */
  get isFull(): boolean {
    return this.charsLeft <= 0
  }

  add(piece: string): void {
    if (this.charsLeft <= 0 || piece === "") return
    this.pieces.push(piece.length > this.charsLeft ? piece.slice(0, this.charsLeft) : piece)
    this.charsLeft -= piece.length
  }

  toString(): string {
    return this.pieces.join("")
  }
}
