/**
 * Measures the CPU time of a local check of ordinary and disguised URLs.
 *
 * The check covers a URL's readings, its expressions, their SHA-256, and a lookup of each in a list of four million
 * prefixes. The ordinary URLs are generated and are the same on every machine.
 *
 * For comparison, it measures the runtime's `new URL`, which does only part of the first step. Last, it measures the
 * slowest of the hostile texts at the maximum length.
 *
 *   node test/bench/urls.ts [urls]
 */
import { Result } from "effect"
import { hash } from "node:crypto"
import process from "node:process"
import { publicSuffixes } from "../../adapters/lists/PublicSuffixesTldts.ts"
import { prefixListOf } from "../../core/threats/prefixes/PrefixList.ts"
import { domainExpressionsOf, expressionsOf } from "../../core/urls/Expressions.ts"
import { parseWebUrl, urlCharsMax, type WebUrl } from "../../core/urls/WebUrl.ts"
import { listedUrl, plainText } from "../core/urls/spellings/ListedUrl.ts"
import { randomOf } from "../core/urls/spellings/Random.ts"
import { isSamePlace } from "../core/urls/spellings/SamePlace.ts"
import { spelling } from "../core/urls/spellings/Spelling.ts"

const roundsCount = 9
const urlsCount = Number(process.argv[2] ?? 4_000)
const random = randomOf(20_261_121)

const letters = [..."abcdefghijklmnoprstuvwy"]
const word = (least: number, most: number): string => random.text(letters, least, most)
const words = (count: number): string =>
  Array.from({ length: count }, () => word(3, 9)).join(random.pick(["-", "_", "."]))

const host = (): string =>
  `${random.pick(["www.", "www.", "", "", "login.", "m.", "cdn-3.eu."])}${
    words(1 + random.number(2)).replaceAll("_", "-")
  }.${random.pick(["com", "com", "de", "co.uk", "org", "io", "github.io", "com.br"])}`

const value = (): string =>
  random.pick([word(2, 12), String(random.number(1e9)), `${word(3, 8)}%20${word(3, 8)}`, `${word(20, 40)}%3D%3D`])

const query = (): string => Array.from({ length: 1 + random.number(5) }, () => `${word(1, 8)}=${value()}`).join("&")

const path = (): string =>
  Array.from({ length: random.number(5) }, () => `/${words(1 + random.number(4))}`).join("") +
  random.pick(["", "/", "/", ".html", "/index.php"])

/** Returns a URL as in emails, documents and feeds. Half of the URLs have a query. */
const common = (): string =>
  `http${random.chance(0.9) ? "s" : ""}://${host()}${path() || "/"}${random.chance(0.5) ? `?${query()}` : ""}${
    random.chance(0.1) ? `#${word(3, 9)}` : ""
  }`

/** Returns a disguised form of a listed URL. */
const disguised = (): string => {
  const listed = listedUrl(random)
  const text = spelling(listed, random)
  return isSamePlace(plainText(listed), text) ? text : disguised()
}

const sets: Readonly<Record<string, ReadonlyArray<string>>> = {
  common: Array.from({ length: urlsCount }, common),
  disguised: Array.from({ length: urlsCount }, disguised)
}

/** Returns the CPU microseconds per item of the best of several rounds. */
const measure = <A>(items: ReadonlyArray<A>, work: (item: A) => unknown): number => {
  let best = Infinity
  for (let round = 0; round < roundsCount; round++) {
    const before = process.cpuUsage()
    for (const item of items) work(item)
    const { system, user } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / items.length)
  }
  return best
}

const parsed = (text: string): WebUrl => Result.getOrThrow(parseWebUrl(text))

const hashAll = (expressions: ReadonlySet<string>): ReadonlyArray<Uint8Array> =>
  Array.from(expressions, (expression) => hash("sha256", expression, "buffer"))

const prefixes = Result.getOrThrow(
  prefixListOf(new Uint8Array(Uint32Array.from({ length: 4_000_000 }, () => random.number(2 ** 32)).buffer), 4)
)
const lookUpAll = (digests: ReadonlyArray<Uint8Array>): number =>
  digests.filter((digest) => prefixes.has(digest)).length

const row = (name: string, micros: number, of: string): void =>
  console.log(`${micros.toFixed(2).padStart(9)} µs  ${name.padEnd(34)} ${of}`)

for (const [name, texts] of Object.entries(sets)) {
  const urls = texts.map(parsed)
  const expressions = urls.map((url) => expressionsOf(url, publicSuffixes))
  const count = expressions.reduce((sum, { size }) => sum + size, 0) / urls.length
  console.log(`${name}: ${texts.length} URLs, ${count.toFixed(1)} expressions each, for example ${texts[1]}`)
  row("new URL", measure(texts, (text) => new URL(text).href), "the runtime's parser, for comparison")
  row("parse", measure(texts, (text) => parseWebUrl(text)), "all readings")
  row("expressions", measure(urls, (url) => expressionsOf(url, publicSuffixes).size), "of all readings")
  row(
    "domains",
    measure(urls, (url) => domainExpressionsOf(url).size),
    "the host and its parent domains, for own lists"
  )
  row("hashes", measure(expressions, hashAll), "SHA-256 of each expression")
  row("lookups", measure(expressions.map(hashAll), lookUpAll), "of each hash")
  const whole = measure(texts, (text) => lookUpAll(hashAll(expressionsOf(parsed(text), publicSuffixes))))
  row("total, without domains", whole, `${Math.round(1e6 / whole)} URLs per CPU second`)
}

const hostileTexts = [
  `http://a.example/${"%25".repeat(urlCharsMax)}`,
  `http://a.example/%${"25".repeat(urlCharsMax)}`,
  `http://${"a.".repeat(urlCharsMax)}`,
  `http://${"a.".repeat(2_000)}b/${"../".repeat(urlCharsMax)}`,
  `http://a.example/${"a/../".repeat(urlCharsMax)}`,
  `http://a.example/${"//..".repeat(urlCharsMax)}`,
  `http://a.example/${"%2f..".repeat(urlCharsMax)}`,
  `http://${"é".repeat(4_000)}.example/${"é".repeat(urlCharsMax)}`,
  `http://${"\u3002".repeat(4_000)}a.example/${"?".repeat(urlCharsMax)}`,
  `http://${"xn--a.".repeat(urlCharsMax)}`,
  `http://${"\u00ad".repeat(8_000)}a.example/`,
  `http://${"\u0344".repeat(4_000)}.example/`,
  `http://${"@".repeat(urlCharsMax)}`,
  `http:${"\\".repeat(8_000)}a.example/`,
  `http://a.example/${"\t".repeat(urlCharsMax)}`
].map((text) => text.slice(0, urlCharsMax - 1))
const slowest = hostileTexts.map((text) => ({
  text,
  micros: measure(Array.from({ length: 5 }, () => text), (item) => {
    const url = parseWebUrl(item)
    return Result.isSuccess(url) ? lookUpAll(hashAll(expressionsOf(url.success, publicSuffixes))) : 0
  })
})).toSorted((one, other) => other.micros - one.micros)
console.log(`Hostile: ${hostileTexts.length} texts of ${urlCharsMax} characters, the slowest three`)
for (const { micros, text } of slowest.slice(0, 3)) {
  row("total, without domains", micros, JSON.stringify(text.slice(0, 40)))
}
