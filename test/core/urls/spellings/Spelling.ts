import { escapeChar } from "./EscapeChar.ts"
import { hostSpelling } from "./HostSpelling.ts"
import type { ListedUrl } from "./ListedUrl.ts"
import type { Random } from "./Random.ts"

const blanks = ["\t", "\n", "\r", "\r\n\t"]
const controls = ["\u0000", "\u0001", " ", "\u001f", "\t", "\n", "\u000c"]
const slashes = ["//", "/", "", "\\\\", "/\\", "\\/", "///", "\\", "////\\\\", "\\\\\\/"]
const userInfos = [
  "user@",
  "a:b@",
  "www.paypal.com:443@",
  "@",
  ":@",
  "x@y@",
  "www.paypal.com%2F@",
  "www.paypal.com%23@",
  "www.paypal.com%3f@",
  "%40@",
  "%5c@",
  "☃:💩@",
  "user%3Apw@"
]
const ports = [":80", ":443", ":8080", ":0", ":", ":00080", ":65535", ":0000443"]
const fragments = [
  "#",
  "#top",
  "#/paypal.com/",
  "#@www.paypal.com/",
  "#?a=b",
  "#%23",
  "##",
  "#//..//",
  "#\ud800",
  "#é"
]
const detours = [
  "./",
  "x/../",
  "%2e/",
  "%2E/",
  "x/%2e%2E/",
  "x/.%2e/",
  "x/y/../%2E./",
  "a%2fb/../",
  "é/../",
  "/../"
]

/**
 * Returns a random spelling of the URL, with a few changes that a browser may undo.
 *
 * `isSamePlace` checks whether a browser does.
 */
export const spelling = (listed: ListedUrl, random: Random): string => {
  const odd = (share: number): boolean => random.chance(share)
  const scheme = odd(0.2) ? mixCase(listed.scheme, random) : listed.scheme
  const slash = odd(0.35) ? random.pick(slashes) : "//"
  const user = odd(0.25) ? random.pick(userInfos) : ""
  const host = odd(0.6) ? hostSpelling(listed.host, random) : listed.host.text
  const port = odd(0.25) ? random.pick(ports) : ""
  const path = odd(0.6) ? pathSpelling(listed.path, random) : listed.path
  const query = odd(0.4) ? escapeSome(listed.query, random) : listed.query
  const empty = query === "" && odd(0.1) ? "?" : ""
  const fragment = odd(0.2) ? random.pick(fragments) : ""
  const target = path === "/" && odd(0.2) ? "" : path
  const text = `${scheme}:${slash}${user}${host}${port}${target}${query}${empty}${fragment}`
  const broken = odd(0.2) ? insertSome(text, blanks, random) : text
  return odd(0.15) ? random.text(controls, 0, 2) + broken + random.text(controls, 0, 2) : broken
}

const pathSpelling = (path: string, random: Random): string => {
  const change = random.number(5)
  if (change === 0) return path.replaceAll("/", () => random.chance(0.5) ? "\\" : "/")
  if (change === 1) return path.replaceAll(/[/]/g, (slash) => random.chance(0.4) ? slash + random.pick(detours) : slash)
  if (change === 2) return escapeSome(path, random)
  if (change === 3) return `${path.endsWith("/") ? path : `${path}/x/../`}${random.pick(["", ".", "%2e", "x/.."])}`
  return escapeSome(path.replaceAll("/", (slash) => random.chance(0.3) ? slash + random.pick(detours) : slash), random)
}

/** Escapes a fifth of the characters as `%XX`, except `/`, `?` and `%`. */
const escapeSome = (text: string, random: Random): string =>
  Array.from(text, (char) => {
    if (!random.chance(0.2) || "/?%".includes(char)) return char
    return escapeChar(char, random)
  }).join("")

const mixCase = (text: string, random: Random): string =>
  Array.from(text, (char) => random.chance(0.5) ? char.toUpperCase() : char).join("")

const insertSome = (text: string, what: ReadonlyArray<string>, random: Random): string => {
  let result = text
  for (let count = 1 + random.number(4); count > 0; count--) {
    const at = random.number(result.length + 1)
    result = result.slice(0, at) + random.pick(what) + result.slice(at)
  }
  return result
}
