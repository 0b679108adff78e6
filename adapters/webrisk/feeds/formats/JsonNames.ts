import { Predicate } from "effect"
import { domainEntry, type JsonFormat, type Said, saysNothing } from "./Format.ts"
import { isHostName } from "./Names.ts"
import { readUrlLine } from "./PlainUrls.ts"

/** Domains and URLs in an array: most lists that scripts read. */
export const jsonNames: JsonFormat = {
  reads: "json",
  id: "json",
  title: "a JSON array of domains and URLs",
  recognizes: (value) => Array.isArray(value) && typeof value[0] === "string",
  *items(value) {
    if (!Array.isArray(value)) return
    for (const name of value) yield saidOf(name)
  }
}

/** `{allow, deny, denySub}`; `denySub` are pages (github.com/polkadot-js/phishing). */
export const polkadotJson: JsonFormat = {
  reads: "json",
  id: "polkadot-json",
  title: "polkadot-js phishing JSON",
  recognizes: (value) => hasArray(value, "deny"),
  items: (value) => denied(value, ["deny", "denySub"], ["allow"])
}

/** `{blacklist, whitelist, fuzzylist, tolerance}`, or `blocklist` and `allowlist` (github.com/MetaMask/eth-phishing-detect). */
export const ethPhishingJson: JsonFormat = {
  reads: "json",
  id: "eth-phishing-json",
  title: "eth-phishing-detect JSON",
  recognizes: (value) => hasArray(value, "blacklist") || hasArray(value, "blocklist"),
  items: (value) => denied(value, ["blacklist", "blocklist"], ["whitelist", "allowlist"])
}

/** What some arrays name and none of others does. */
function* denied(value: unknown, deny: ReadonlyArray<string>, allow: ReadonlyArray<string>): Generator<Said> {
  if (!Predicate.isObject(value)) return
  const arrays = value as Readonly<Record<string, unknown>>
  const allowed = new Set(allow.flatMap((name) => namesIn(arrays[name])).filter(Predicate.isString))
  for (const name of deny) {
    for (const entry of namesIn(arrays[name])) {
      yield typeof entry === "string" && allowed.has(entry) ? saysNothing : saidOf(entry)
    }
  }
}

const hasArray = (value: unknown, name: string): boolean =>
  Predicate.isObject(value) && Array.isArray((value as Readonly<Record<string, unknown>>)[name])

const namesIn = (value: unknown): ReadonlyArray<unknown> => Array.isArray(value) ? value : []

const saidOf = (entry: unknown): Said => {
  if (typeof entry !== "string") return null
  const name = entry.trim().replace(/^\*\./, "")
  return isHostName(name) ? [domainEntry(name)] : readUrlLine(name)
}
