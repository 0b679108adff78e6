import {
  canonicalizeBytes,
  canonicalizeText,
  formatExpression,
  type UrlReading
} from "../../../core/urls/Canonicalize.ts"
import { canonicalHost, isIpHost } from "../../../core/urls/HostName.ts"
import { readingsOfText } from "./vectors/UrlText.ts"
import { type Outcome, publishedVectors, type VectorFile } from "./vectors/Vectors.ts"

type Case = VectorFile[string][number]

/** Returns the first reading of a case, which follows the rules of the lists. Some inputs are raw bytes. */
const read = (one: Case): UrlReading | null => {
  const hex = one["inputHex"]
  const readings = typeof hex === "string"
    ? canonicalizeBytes(Buffer.from(hex, "hex").toString("latin1"))
    : canonicalizeText(String(one["input"]))
  return readings[0] ?? null
}

const withoutScheme = (url: unknown): unknown => typeof url === "string" ? url.replace(/^[a-z]+:\/\//, "") : null

const whole = (one: Case): Outcome => {
  const reading = read(one)
  return {
    input: String(one["input"]),
    published: withoutScheme(one["canonical"]),
    ours: reading === null ? null : formatExpression(reading)
  }
}

/** Returns the outcomes of a file without the query, which the tests of Google's Go clients omit. */
const ofGo = (file: VectorFile): ReadonlyArray<Outcome> =>
  file["cases"]!.map((one) => {
    const reading = read(one)
    const ours = one["kind"] === "host" ? reading?.host : one["kind"] === "path" ? reading?.path : withoutQuery(reading)
    return { input: String(one["input"]), published: withoutScheme(one["expected"]), ours: ours ?? null }
  })

const withoutQuery = (reading: UrlReading | null): string | null =>
  reading === null ? null : reading.host + reading.path

publishedVectors("canonicalize.google-docs", (file) => file["cases"]!.map(whole))
publishedVectors("canonicalize.go-webrisk", ofGo)
publishedVectors("canonicalize.go-safebrowsing", ofGo)

// Reads a missing query as empty, because Chromium's client does not distinguish the two.
publishedVectors("canonicalize.chromium", (file) =>
  file["cases"]!.map((one) => {
    const [reading] = readingsOfText(String(one["input"])).length === 0 ? [] : canonicalizeText(String(one["input"]))
    return {
      input: String(one["input"]),
      published: [one["host"], one["path"], one["query"]],
      ours: [reading?.host ?? "", reading?.path ?? "", reading?.query ?? ""]
    }
  }))

publishedVectors("canonicalize.more", (file) => [
  ...file["cases"]!.map(whole),
  ...file["invalid"]!.map((text) => {
    const input = String(text).split(" (")[0]!
    const [reading] = readingsOfText(input)
    return { input, published: null, ours: reading === undefined ? null : formatExpression(reading) }
  })
])

publishedVectors("ip-hosts", (file) =>
  file["cases"]!.map((one) => {
    const host = canonicalHost(String(one["input"]))
    return {
      input: String(one["input"]),
      published: one["expected"],
      ours: host !== null && isIpHost(host) ? host : null
    }
  }))
