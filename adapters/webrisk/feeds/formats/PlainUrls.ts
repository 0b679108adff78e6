import { plainLines, type Said, urlEntry } from "./Format.ts"
import { isHostName, isWebAddress } from "./Names.ts"

/** A URL, or one without its scheme: `example.com/login.php`, `203.0.113.7:8080`. */
export const readUrlLine = (line: string): Said => {
  const [text = ""] = line.split(/\s/, 1)
  if (isWebAddress(text)) return [urlEntry(text)]
  const host = text.replace(/[/?:].*$/s, "")
  return host !== text && isHostName(host) ? [urlEntry(`http://${text}`)] : null
}

/** OpenPhish and most others: a URL a line. */
export const plainUrls = plainLines("urls", "a URL a line", (line) => readUrlLine(line))
