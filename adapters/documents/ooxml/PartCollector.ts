import type { XmlHandlers } from "../xml/ReadXml.ts"

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
