import { createHash } from "node:crypto"
import { publicSuffixes } from "../../../adapters/lists/PublicSuffixesTldts.ts"
import { expressionsOf } from "../../../core/urls/Expressions.ts"
import { parseWebUrl } from "../../../core/urls/WebUrl.ts"
import { readingsOfText } from "./vectors/UrlText.ts"
import { type Outcome, publishedVectors, type VectorFile } from "./vectors/Vectors.ts"

const expressions = (text: string): ReadonlyArray<string> => [
  ...expressionsOf({ readings: readingsOfText(text) }, publicSuffixes)
]

const hostOf = (expression: string): string => expression.slice(0, expression.indexOf("/"))
const pathOf = (expression: string): string => expression.slice(expression.indexOf("/"))

const kinds: Readonly<Record<string, (all: ReadonlyArray<string>) => ReadonlyArray<string>>> = {
  expressions: (all) => all,
  hosts: (all) => [...new Set(all.map(hostOf))],
  paths: (all) => [...new Set(all.map(pathOf))]
}

/**
 * Checks that every published expression is found. Additional expressions are accepted if they have the same path on
 * another suffix of the same host: Gatehouse also applies published rules that use more labels.
 */
const outcome = (one: VectorFile[string][number]): Outcome => {
  const input = String(one["url"])
  const all = expressions(input)
  if (one["error"] === true) return { input, published: null, ours: all.length === 0 ? null : all }
  const kind = String(one["kind"])
  const wanted = one["expected"] as ReadonlyArray<string>
  const ours = kinds[kind]!(all)
  const missing = wanted.filter((text) => !ours.includes(text))
  const strange = ours.filter((text) => !wanted.includes(text) && !isWider(text, kind, all))
  return missing.length === 0 && strange.length === 0
    ? { input, published: "all of them", ours: "all of them" }
    : { input, published: { [kind]: missing }, ours: { [kind]: strange } }
}

const isWider = (text: string, kind: string, all: ReadonlyArray<string>): boolean => {
  if (kind === "paths") return false
  const longest = all.map(hostOf).reduce((one, other) => one.length >= other.length ? one : other)
  const host = kind === "hosts" ? text : hostOf(text)
  const onLongest = kind === "hosts" || all.includes(longest + pathOf(text))
  const isEmptyQuery = text.endsWith("/?")
  return (host !== longest && longest.endsWith(`.${host}`) && host.includes(".") && onLongest) || isEmptyQuery
}

publishedVectors("expressions", (file) => file["cases"]!.map(outcome))

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex")

publishedVectors("hash", (file) => [
  ...file["cases"]!.map((one) => ({
    input: String(one["expression"]),
    published: one["sha256"],
    ours: sha256(String(one["expression"]))
  })),
  ...file["urlPrefixes"]!.map((one) => {
    const hashes = expressions(String(one["url"])).map(sha256)
    const prefixes = one["prefixes"] as ReadonlyArray<string>
    return {
      input: String(one["url"]),
      published: prefixes,
      ours: prefixes.filter((prefix) => hashes.some((hash) => hash.startsWith(prefix)))
    }
  })
])

publishedVectors("evasion", (file) =>
  file["cases"]!.map((one) => {
    const input = String(one["input"])
    const parsed = parseWebUrl(input)
    // A browser's address bar accepts a URL without a scheme, but the browser's parser does not.
    const readings = parsed._tag === "Success" ? parsed.success.readings : readingsOfText(input)
    const found = [...expressionsOf({ readings }, publicSuffixes)].filter((text) => text === one["listed"])
    return { input, published: [one["listed"]], ours: found }
  }))
