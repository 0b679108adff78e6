import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const core = fileURLToPath(new URL("../../core", import.meta.url))

/** Description of each group of the core. A group is a folder in `core`. */
export const groupDescriptions: Readonly<Record<string, string>> = {
  "kernel":
    "ids, networks, bytes, text lines, export files, and the ports for secrets, encryption, countries and storage health",
  "queues": "fair queues by account and API key",
  "scoring": "bands, signals, rules, and how signals combine into a score",
  "urls": "parsing, canonical form, public suffixes, popular domains, shared hosts",
  "brands": "names of brands, and hosts that imitate them",
  "mail-addresses": "parsing of email addresses, typos of providers, facts about domains",
  "messages": "classification of message texts with the spam model",
  "accounts": "the account and its settings",
  "audit": "the audit log and the names of actors",
  "events": "events of accounts, and lasting conditions that cause them",
  "webhooks": "webhook endpoints, deliveries, signatures and retries",
  "keys": "API keys and rate limits",
  "sites": "sites that use Shield",
  "management-keys": "keys for scripts, and their scopes",
  "members": "members, sign-in, passwords, invitations",
  "block-rules": "an account's rules: compiling, matching, testing",
  "history": "request records and idempotency keys",
  "credits": "the ledger and the prices",
  "threats": "threat sources, the blocklist, screening of URLs",
  "emails": "checks of addresses for an account",
  "documents": "scans of documents: facts, rules, VBA, scripts",
  "leads": "analysis of leads: signals, links, identity, text",
  "submissions": "phishing reports and their review",
  "shield": "challenges, tokens, session scores, verification",
  "requests": "lists, sums and explanations of requests",
  "privacy": "finding, exporting and erasing a person, and retention",
  "maintenance": "the periodic tasks of a running server"
}

export const groupImports = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const groups = readdirSync(core, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) =>
    name
  )
  return new Map(groups.toSorted().map((group) => [group, importedBy(group)]))
}

const importedBy = (group: string): ReadonlySet<string> => {
  const files = readdirSync(join(core, group), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts")
  )
  const imported = files.flatMap((file) =>
    [...readFileSync(join(core, group, file), "utf8").matchAll(/ from "(\.[^"]+)"/g)].map(([, to]) =>
      join(group, dirname(file), to!).split("/")[0]!
    )
  )
  return new Set(imported.filter((other) => other !== group))
}

/**
 * Sorts groups by level: a group is one level above the highest group that it imports. Throws if the imports form a
 * cycle.
 */
export const sortIntoLevels = (
  imports: ReadonlyMap<string, ReadonlySet<string>>
): ReadonlyArray<ReadonlyArray<string>> => {
  const levels: Array<Array<string>> = []
  const placed = new Set<string>()
  while (placed.size < imports.size) {
    const next = [...imports].filter(([group, below]) =>
      !placed.has(group) && [...below].every((one) => placed.has(one))
    )
    if (next.length === 0) throw new Error("The groups of the core import each other in a cycle.")
    levels.push(next.map(([group]) => group))
    for (const [group] of next) placed.add(group)
  }
  return levels
}

/**
 * Removes imports that are also indirect. If one group imports a second, and the second imports a third, the first
 * group's import of the third is removed.
 */
export const withoutTransitiveImports = (
  imports: ReadonlyMap<string, ReadonlySet<string>>
): ReadonlyMap<string, ReadonlySet<string>> => {
  const reached = new Map<string, ReadonlySet<string>>()
  for (const group of sortIntoLevels(imports).flat()) {
    const below = imports.get(group)!
    reached.set(group, new Set([...below, ...[...below].flatMap((one) => [...reached.get(one)!])]))
  }
  return new Map(
    [...imports].map(([group, below]) => [
      group,
      new Set([...below].filter((one) => ![...below].some((other) => other !== one && reached.get(other)!.has(one))))
    ])
  )
}
