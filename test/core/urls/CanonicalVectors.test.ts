import { expressionOf, readAsText, readBytes, type Reading } from "../../../core/urls/Canonicalize.ts"
import { canonicalHost, isIpHost } from "../../../core/urls/HostName.ts"
import { readingsOfText } from "./vectors/UrlText.ts"
import { type Outcome, publishedVectors, type VectorFile } from "./vectors/Vectors.ts"

type Case = VectorFile[string][number]

/** The published vectors of the list rules, compared with the first reading. Some inputs are raw bytes. */
const read = (one: Case): Reading | null => {
  const hex = one["inputHex"]
  const readings = typeof hex === "string"
    ? readBytes(Buffer.from(hex, "hex").toString("latin1"))
    : readAsText(String(one["input"]))
  return readings[0] ?? null
}

const withoutScheme = (url: unknown): unknown => typeof url === "string" ? url.replace(/^[a-z]+:\/\//, "") : null

const whole = (one: Case): Outcome => {
  const reading = read(one)
  return {
    input: String(one["input"]),
    published: withoutScheme(one["canonical"]),
    ours: reading === null ? null : expressionOf(reading)
  }
}

/** Google's Go clients omit the query in the values that their tests compare. */
const ofGo = (file: VectorFile): ReadonlyArray<Outcome> =>
  file["cases"]!.map((one) => {
    const reading = read(one)
    const ours = one["kind"] === "host" ? reading?.host : one["kind"] === "path" ? reading?.path : withoutQuery(reading)
    return { input: String(one["input"]), published: withoutScheme(one["expected"]), ours: ours ?? null }
  })

const withoutQuery = (reading: Reading | null): string | null => reading === null ? null : reading.host + reading.path

publishedVectors("canonicalize.google-docs", (file) => file["cases"]!.map(whole))
publishedVectors("canonicalize.go-webrisk", ofGo)
publishedVectors("canonicalize.go-safebrowsing", ofGo)

// The client does not distinguish an empty query from none.
publishedVectors("canonicalize.chromium", (file) =>
  file["cases"]!.map((one) => {
    const [reading] = readingsOfText(String(one["input"])).length === 0 ? [] : readAsText(String(one["input"]))
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
    return { input, published: null, ours: reading === undefined ? null : expressionOf(reading) }
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
