/**
 * Expressions of a URL that a threat list may contain.
 *
 * They are derived in the simplest way from the lists' documentation ("URLs and Hashing"), without the code under test.
 * Use them only for URLs in plain form.
 */
export interface Listing {
  /** The exact URL, including its query. */
  readonly exact: string
  /** The URL's host with each folder of the path, including the root. */
  readonly folders: ReadonlyArray<string>
  /** The last two to five labels of the host, each with the root path. An IP address is not shortened. */
  readonly domains: ReadonlyArray<string>
}

export const listingOf = (href: string): Listing => {
  const [rest = ""] = href.replace(/^https?:\/\//, "").split("#")
  const bytes = unescapeAll(Buffer.from(rest, "utf8").toString("latin1"))
  const end = bytes.search(/[/?]/)
  const target = bytes.slice(end)
  const mark = target.indexOf("?")
  const path = escapeAll(resolved(mark < 0 ? target : target.slice(0, mark)))
  const host = hostOf(bytes.slice(0, end))
  const query = mark < 0 ? "" : `?${escapeAll(target.slice(mark + 1))}`
  const parts = path.split("/").slice(0, 5)
  const labels = host.split(".")
  return {
    exact: host + path + query,
    folders: parts.slice(0, -1).slice(0, 4).map((_, at) => `${host}${parts.slice(0, at + 1).join("/")}/`),
    domains: /^[\d.]+$|^\[/.test(host)
      ? [`${host}/`]
      : [2, 3, 4, 5].map((count) => `${labels.slice(-count).join(".")}/`)
  }
}

const hostOf = (text: string): string => text.replace(/:\d*$/, "")

const unescapeAll = (bytes: string): string => {
  const once = bytes.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return once === bytes ? bytes : unescapeAll(once)
}

const resolved = (path: string): string => {
  let text = path
  let before
  do {
    before = text
    text = text.replace("/./", "/").replace(/\/\.$/, "/")
  } while (text !== before)
  do {
    before = text
    text = text.replace(/^\/\.\.(?:\/|$)/, "/").replace(/\/[^/]*\/\.\.(?:\/|$)/, "/")
  } while (text !== before)
  return text.replaceAll(/\/+/g, "/")
}

const escapeAll = (bytes: string): string =>
  Array.from(bytes, (char) => {
    const code = char.charCodeAt(0)
    const isKept = code > 0x20 && code < 0x7f && char !== "#" && char !== "%"
    return isKept ? char : `%${Buffer.from([code]).toString("hex").toUpperCase()}`
  }).join("")
