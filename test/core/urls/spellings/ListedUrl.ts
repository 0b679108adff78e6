import type { Random } from "./Random.ts"

/** Parts of a URL in a list. */
export interface ListedUrl {
  readonly scheme: "http" | "https"
  readonly host: ListedHost
  /** Path, which starts with a slash. */
  readonly path: string
  /** Query with its `?`, or an empty string. */
  readonly query: string
}

/** Host of a listed URL. `text` is its form in the plain URL. Names may contain letters of any script. */
export interface ListedHost {
  readonly kind: "name" | "ipv4" | "ipv6"
  readonly text: string
}

const letters = [..."abcdefghijklmnopqrstuvwxyz"]
const inLabel = [...letters, ..."0123456789", "-"]
const ends = ["com", "de", "co.uk", "github.io", "example", "xyz", "a.b.c.d.e.f.g", "xn--p1ai"]
const foreign = ["bücher", "straße", "faß", "пример", "例え", "münchen", "ελλάς", "βόλος", "kaffi", "ångström", "ðþ"]

const label = (random: Random): string =>
  random.text(letters, 1, 3) + random.text(inLabel, 0, 6) + random.text(letters, 1, 1)

const name = (random: Random): string => {
  const labels = Array.from({ length: 1 + random.number(4) }, () => label(random))
  if (random.chance(0.2)) labels[0] = random.pick(foreign)
  return `${labels.join(".")}.${random.pick(ends)}`
}

const host = (random: Random): ListedHost => {
  const kind = random.number(10)
  if (kind < 7) return { kind: "name", text: name(random) }
  if (kind < 9) return { kind: "ipv4", text: Array.from({ length: 4 }, () => random.number(256)).join(".") }
  return { kind: "ipv6", text: `[2001:db8:${(1 + random.number(65_000)).toString(16)}::${random.number(9_999)}]` }
}

const segmentPieces = [
  ...letters,
  ..."ABC019-._~!$&'()*+,;=:@",
  ..."|\"<>^`{}",
  "é",
  "路",
  "%20",
  "%25",
  "%2525",
  "%252e",
  "%zz",
  "%",
  "%3F",
  "%23",
  "%2f",
  "%41",
  "%C3%A9",
  "%ff",
  "%0A",
  "%00",
  "%7F",
  "%5C"
]
const plainPieces = [...letters, ..."ABC019-._~"]

const segment = (random: Random): string =>
  random.pick(["", random.pick([".", "..a", "...", "index.html", "login"])]) +
  random.text(random.chance(0.7) ? plainPieces : segmentPieces, 1, 6)

const path = (random: Random): string => {
  const segments = Array.from({ length: random.number(6) }, () => segment(random))
  return `/${segments.join("/")}${segments.length > 0 && random.chance(0.3) ? "/" : ""}`
}

const query = (random: Random): string =>
  random.chance(0.5) ? "" : `?${random.text([...segmentPieces, "/", "?", "/../", "//", "\\"], 1, 8)}`

export const listedUrl = (random: Random): ListedUrl => ({
  scheme: random.pick(["http", "https"]),
  host: host(random),
  path: path(random),
  query: query(random)
})

export const plainText = ({ host: { text }, path: folders, query: search, scheme }: ListedUrl): string =>
  `${scheme}://${text}${folders}${search}`
