import {
  canonicalizeBrowserUrl,
  canonicalizeText,
  distinctReadings,
  type UrlReading
} from "../../../../core/urls/Canonicalize.ts"

/**
 * Returns the readings of a URL as lists and people write it.
 *
 * The scheme may be missing (`example.com/x`, `//example.com/x`) or be any scheme with a host (`ftp:`). The host may be
 * one that no browser opens. The rules of the threat lists accept these forms, but `parseWebUrl` accepts only URLs that
 * a browser opens.
 *
 * Returns an empty list if the text contains no host (`mailto:a@b.example`, `data:,x`, `/path`).
 */
export const readingsOfText = (text: string): ReadonlyArray<UrlReading> => {
  const textual = canonicalizeText(text)
  const url = asWritten(text) ??
    (textual.length === 0 || text.includes("://") ? null : URL.parse(`http://${text.trimStart()}`))
  if (url === null) return textual
  const browser = canonicalizeBrowserUrl(url)
  return browser[0].host === "" ? textual : distinctReadings(browser, textual)
}

const asWritten = (text: string): URL | null => {
  const url = URL.parse(text)
  return url !== null && withHost.has(url.protocol) ? url : null
}

/** The URL standard's schemes with a network host. */
const withHost: ReadonlySet<string> = new Set(["http:", "https:", "ftp:", "ws:", "wss:"])
