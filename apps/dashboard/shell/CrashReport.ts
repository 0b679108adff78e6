/** What went wrong on a page, as it was caught. */
export interface Crash {
  readonly error: unknown
  /** The page's whole address. */
  readonly href: string
  /** Milliseconds since 1970. */
  readonly at: number
  /** Of the server; null where it is not known yet. */
  readonly version: string | null
}

/** Of a message: some carry what a page was given. */
const messageCharsMax = 600

/** Lines that somebody may send to others: what failed, where, when, and under which version. No secret is in them. */
export const crashReport = ({ at, error, href, version }: Crash): string =>
  [
    `Error: ${withoutSecrets(messageOf(error)).slice(0, messageCharsMax)}`,
    `Page: ${placeOf(href)}`,
    `Time: ${new Date(at).toISOString()}`,
    `Version: ${version ?? "not known"}`
  ].join("\n")

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.name === "Error" ? error.message : `${error.name}: ${error.message}` : String(error)

/** An address without its fragment, which may be a link's secret, and of what it asks for the names alone. */
const placeOf = (href: string): string => {
  const { origin, pathname, searchParams } = new URL(href)
  const names = [...new Set(searchParams.keys())].map((name) => `${withoutSecrets(name)}=…`)
  return origin + withoutSecrets(pathname) + (names.length === 0 ? "" : `?${names.join("&")}`)
}

/** Keys, what addresses ask and their fragments, mail addresses, and whatever is long and random as a token is. */
const withoutSecrets = (text: string): string =>
  text
    .replace(/[^\s"'<>]+/g, withoutQuery)
    .replace(/\b(gh_[a-z]+_)[\w-]+/g, "$1…")
    .replace(/(?<![^\s@"'<>()])[^\s@"'<>()]+@[^\s@"'<>)]+\.[^\s@"'<>).]+/g, "…@…")
    .replace(/(?<![\w-])[\w-]{40,}/g, "…")

/** A word without what the address in it asks for. */
const withoutQuery = (word: string): string => {
  const address = word.search(/\bhttps?:\/\//)
  const length = address < 0 ? -1 : word.slice(address).search(/[?#]/)
  return length < 0 ? word : word.slice(0, address + length)
}
