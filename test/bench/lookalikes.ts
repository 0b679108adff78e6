/**
 * Measures how many imitating hosts are detected, how many honest ones are flagged, and the cost per host.
 *
 *   node test/bench/lookalikes.ts [--benign PATH]... [--phishing PATH]... [--cases FILE]... [--brands FILE]... [--show]
 *
 * Without arguments, uses names derived from each brand's main domain, as dnstwist does.
 *
 * - `--benign`: honest hosts such as top lists or banks, as text, CSV or a MISP warning list, or a folder of such
 *   files.
 * - `--phishing`: phishing hosts. Only hosts that contain a brand's name count.
 * - `--cases`: JSON of `{cases: [{host, class, lookalike}]}`.
 * - `--brands`: JSON of `{brands: [{name, tokens, domains}]}`. The domains must not be flagged.
 * - `--show`: prints the wrong decisions.
 */
import { readFileSync } from "node:fs"
import process from "node:process"
import { parseArgs } from "node:util"
import { popularDomains } from "../../adapters/lists/PopularDomainsEmbedded.ts"
import { publicSuffixes } from "../../adapters/lists/PublicSuffixesTldts.ts"
import { brandIndex } from "../../core/brands/data/BrandIndex.ts"
import { findLookalike } from "../../core/brands/FindLookalike.ts"
import { readHostSets } from "./lookalikes/HostFiles.ts"
import { makeImitations, topLevels } from "./lookalikes/Imitations.ts"

const { values } = parseArgs({
  options: {
    benign: { type: "string", multiple: true, default: [] },
    phishing: { type: "string", multiple: true, default: [] },
    cases: { type: "string", multiple: true, default: [] },
    brands: { type: "string", multiple: true, default: [] },
    show: { type: "boolean", default: false }
  }
})

const { registrableDomain } = publicSuffixes
const isPopular = (domain: string): boolean => popularDomains.rankOf(domain) !== null
const isFound = (host: string): boolean => findLookalike(host, { registrableDomain }) !== null
const isFoundUnpopular = (host: string): boolean => findLookalike(host, { registrableDomain, isPopular }) !== null
const index = brandIndex()

/** Returns the CPU microseconds per host of the best of three rounds. */
const microsPerHost = (hosts: ReadonlyArray<string>): number => {
  const rounds = [1, 2, 3].map(() => {
    const before = process.cpuUsage()
    for (const host of hosts) isFound(host)
    const { system, user } = process.cpuUsage(before)
    return (system + user) / hosts.length
  })
  return Math.min(...rounds)
}

const percent = (part: number, of: number): string => of === 0 ? "-" : `${(part / of * 100).toFixed(2)} %`
const show = (hosts: ReadonlyArray<string>): void => {
  if (values.show && hosts.length > 0) console.log(hosts.slice(0, 300).join(" "))
}

const isOwned = (host: string): boolean =>
  host.split(".").some((_, at, labels) => index.owners.has(labels.slice(at).join(".")))

/** Measures names derived from brands, except names that belong to another brand. */
const measureImitations = (): void => {
  const distinctive = index.brands.filter(({ domains, isWord, tokens }) =>
    !isWord && tokens[0]!.length >= 6 && domains[0].startsWith(`${tokens[0]}.`)
  )
  console.log(`\nNames derived from ${distinctive.length} brands of at least six letters that are not words`)
  const namesByKind: Record<string, ReadonlyArray<string>> = {
    ...Object.fromEntries(
      Object.entries(makeImitations).map(([kind, make]) => [
        kind,
        distinctive.flatMap(({ domains: [domain] }) => {
          const at = domain.indexOf(".")
          return make(domain.slice(0, at)).map((label) => label + domain.slice(at))
        })
      ])
    ),
    "tld-swap": distinctive.flatMap(({ tokens: [token] }) => topLevels.map((top) => `${token}.${top}`))
  }
  const table: Record<string, unknown> = {}
  for (const [kind, names] of Object.entries(namesByKind)) {
    const hosts = [...new Set(names.map((name) => URL.parse(`http://${name}`)?.hostname ?? ""))]
      .filter((host) => host !== "" && !isOwned(host) && !isPopular(registrableDomain(host) ?? host))
    const missed = hosts.filter((host) => !isFound(host))
    table[kind] = {
      hosts: hosts.length,
      found: percent(hosts.length - missed.length, hosts.length),
      "µs per host": microsPerHost(hosts).toFixed(1)
    }
    show(missed)
  }
  console.table(table)
}

const measureBenign = (paths: ReadonlyArray<string>): void => {
  const table: Record<string, unknown> = {}
  for (const { hosts, name } of paths.flatMap(readHostSets)) {
    const flagged = hosts.filter(isFound)
    const still = hosts.filter(isFoundUnpopular)
    table[name] = {
      hosts: hosts.length,
      flagged: percent(flagged.length, hosts.length),
      "with popularity": percent(still.length, hosts.length),
      "µs per host": microsPerHost(hosts).toFixed(1)
    }
    show(flagged)
  }
  if (paths.length > 0) console.table(table)
}

/**
 * Reports whether the host contains a brand's name.
 *
 * A name of at least six letters can be anywhere, and hyphens are ignored. A word, or a name of four or five letters,
 * must be a complete part between dots or hyphens.
 */
const showsBrand = (host: string): boolean => {
  const joined = host.replaceAll("-", "")
  const parts = new Set(host.split(/[.-]/))
  for (const { brand, text } of new Set(index.tokens.values())) {
    if (text.length >= 6 && !brand.isWord ? joined.includes(text) : text.length >= 4 && parts.has(text)) return true
  }
  return false
}

const measurePhishing = (paths: ReadonlyArray<string>): void => {
  const table: Record<string, unknown> = {}
  for (const { hosts: all, name } of paths.flatMap(readHostSets)) {
    const hosts = all.filter((host) => !isOwned(host))
    const visible = hosts.filter(showsBrand)
    const missed = visible.filter((host) => !isFound(host))
    table[name] = {
      hosts: hosts.length,
      found: percent(hosts.filter(isFound).length, hosts.length),
      "with a brand": visible.length,
      "found of these": percent(visible.length - missed.length, visible.length),
      "with popularity": percent(visible.filter(isFoundUnpopular).length, visible.length),
      "µs per host": microsPerHost(hosts).toFixed(1)
    }
    show(missed)
  }
  if (paths.length > 0) console.table(table)
}

interface Case {
  readonly host: string
  readonly class: string
  readonly lookalike: boolean
}

const measureCases = (path: string): void => {
  const { cases }: { readonly cases: ReadonlyArray<Case> } = JSON.parse(readFileSync(path, "utf8"))
  const table: Record<string, unknown> = {}
  for (const [kind, members] of Map.groupBy(cases, (one) => one.lookalike ? one.class : "honest")) {
    const wrong = members.filter(({ host, lookalike }) => isFound(host) !== lookalike)
    const still = members.filter(({ host, lookalike }) => isFoundUnpopular(host) !== lookalike)
    table[kind] = {
      hosts: members.length,
      right: members.length - wrong.length,
      "with popularity": members.length - still.length
    }
    show(wrong.map(({ host }) => host))
  }
  console.table(table)
}

const measureBrands = (path: string): void => {
  const { brands }: {
    readonly brands: ReadonlyArray<{ name: string; tokens: Array<string>; domains: Array<string> }>
  } = JSON.parse(readFileSync(path, "utf8"))
  const unknown = brands.filter(({ tokens }) => !tokens.some((token) => index.tokens.has(token.replaceAll("-", ""))))
  const flagged = brands.flatMap(({ domains }) => domains).filter(isFound)
  const unowned = brands.flatMap(({ domains }) => domains).filter((domain) => !isOwned(domain))
  console.log(`\n${brands.length} brands: unknown: ${unknown.map(({ name }) => name).join(" ") || "none"}`)
  console.log(`domains flagged: ${flagged.join(" ") || "none"}; not in the table: ${unowned.join(" ") || "none"}`)
}

measureImitations()
measureBenign(values.benign)
measurePhishing(values.phishing)
values.cases.forEach(measureCases)
values.brands.forEach(measureBrands)
