import type { XmlHandlers } from "../../xml/ReadXml.ts"

/**
 * Collects data from one XML part in a single forward pass. `selects` reports whether an element is of interest,
 * because most elements are not.
 */
export type PartCollector = Pick<XmlHandlers, "open" | "close" | "text"> & Required<Pick<XmlHandlers, "selects">>

/** Combines collectors. Each event is passed to all collectors if any collector selects its element. */
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
  private readonly texts: Array<string> = []
  private charsLeft: number

  constructor(charsMax: number) {
    this.charsLeft = charsMax
  }

  /** Reports whether the buffer drops further text. */
  get isFull(): boolean {
    return this.charsLeft <= 0
  }

  add(text: string): void {
    if (this.charsLeft <= 0 || text === "") return
    this.texts.push(text.length > this.charsLeft ? text.slice(0, this.charsLeft) : text)
    this.charsLeft -= text.length
  }

  toString(): string {
    return this.texts.join("")
  }
}
