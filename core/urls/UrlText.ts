import { distinctReadings, readAsBrowser, type Reading, readTextually } from "./Canonicalize.ts"

/**
 * How a URL may be read as lists and people write it: the scheme may be missing (`example.com/x`, `//example.com/x`) or any
 * that has a host (`ftp:`), and the host may be one that no browser would open. The rules of the threat lists take all of
 * that; `parseWebUrl` takes what a browser opens.
 *
 * Empty when it names no host (`mailto:a@b.example`, `data:,x`, `/path`).
 */
export const readingsOfText = (text: string): ReadonlyArray<Reading> => {
  const textual = readTextually(text)
  const url = URL.parse(text) ?? (textual.length === 0 ? null : URL.parse(`http://${text.replace(leadingSlashes, "")}`))
  if (url === null || !hierarchical.has(url.protocol)) return textual
  const browser = readAsBrowser(url)
  return browser[0].host === "" ? textual : distinctReadings(browser, textual)
}

/** As the URL standard: controls and spaces in front, then `//`. */
const leadingSlashes = /^[\x00-\x20]*\/\//

/** The special schemes of the URL standard that name a host of the network. */
const hierarchical: ReadonlySet<string> = new Set(["http:", "https:", "ftp:", "ws:", "wss:"])
