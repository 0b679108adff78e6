import { distinctReadings, readAsBrowser, type Reading, readTextually } from "../../../../core/urls/Canonicalize.ts"

/**
 * How a URL may be read as lists and people write it: the scheme may be missing (`example.com/x`, `//example.com/x`) or any
 * that has a host (`ftp:`), and the host may be one that no browser would open. The rules of the threat lists take all of
 * that; `parseWebUrl` takes what a browser opens.
 *
 * Empty when it names no host (`mailto:a@b.example`, `data:,x`, `/path`).
 */
export const readingsOfText = (text: string): ReadonlyArray<Reading> => {
  const textual = readTextually(text)
  const url = asWritten(text) ??
    (textual.length === 0 || text.includes("://") ? null : URL.parse(`http://${text.trimStart()}`))
  if (url === null) return textual
  const browser = readAsBrowser(url)
  return browser[0].host === "" ? textual : distinctReadings(browser, textual)
}

const asWritten = (text: string): URL | null => {
  const url = URL.parse(text)
  return url !== null && withHost.has(url.protocol) ? url : null
}

/** The schemes of the URL standard that name a host of the network. */
const withHost: ReadonlySet<string> = new Set(["http:", "https:", "ftp:", "ws:", "wss:"])
