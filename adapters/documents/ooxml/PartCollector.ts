import type { XmlHandlers } from "../xml/ReadXml.ts"

/** Takes what it looks for from one XML part, as the part is read from front to back. */
export type PartCollector = XmlHandlers

/** Gives each event to all of them. */
export const together = (
  collectors: ReadonlyArray<PartCollector>
): Required<Pick<XmlHandlers, "open" | "close" | "text">> => ({
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
