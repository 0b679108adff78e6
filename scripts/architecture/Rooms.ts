import { readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

const core = fileURLToPath(new URL("../../core", import.meta.url))

/** Contents of each room (folder) of the core. */
export const roomContents: Readonly<Record<string, string>> = {
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
  "keys": "API keys and rate limits",
  "sites": "sites that use Shield",
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
  "privacy": "finding, exporting and erasing a person, and retention"
}

/** Returns the rooms that the files of each room import. */
export const roomImports = (): ReadonlyMap<string, ReadonlySet<string>> => {
  const rooms = readdirSync(core, { withFileTypes: true }).filter((entry) => entry.isDirectory()).map(({ name }) =>
    name
  )
  return new Map(rooms.toSorted().map((room) => [room, importedBy(room)]))
}

const importedBy = (room: string): ReadonlySet<string> => {
  const files = readdirSync(join(core, room), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts")
  )
  const imported = files.flatMap((file) =>
    [...readFileSync(join(core, room, file), "utf8").matchAll(/ from "(\.[^"]+)"/g)].map(([, to]) =>
      join(room, dirname(file), to!).split("/")[0]!
    )
  )
  return new Set(imported.filter((other) => other !== room))
}

/**
 * Groups rooms by floor: a room is one floor above the highest room that it imports. Every room has a floor if there are no cycles.
 */
export const floorsOf = (imports: ReadonlyMap<string, ReadonlySet<string>>): ReadonlyArray<ReadonlyArray<string>> => {
  const floors: Array<Array<string>> = []
  const placed = new Set<string>()
  while (placed.size < imports.size) {
    const next = [...imports].filter(([room, below]) => !placed.has(room) && [...below].every((one) => placed.has(one)))
    if (next.length === 0) throw new Error("The rooms of the core need each other in a circle.")
    floors.push(next.map(([room]) => room))
    for (const [room] of next) placed.add(room)
  }
  return floors
}

/**
 * Removes transitive arrows. If one room imports a second and the second imports a third, omits an arrow from the first to the third.
 */
export const directOnly = (
  imports: ReadonlyMap<string, ReadonlySet<string>>
): ReadonlyMap<string, ReadonlySet<string>> => {
  const reached = new Map<string, ReadonlySet<string>>()
  for (const room of floorsOf(imports).flat()) {
    const below = imports.get(room)!
    reached.set(room, new Set([...below, ...[...below].flatMap((one) => [...reached.get(one)!])]))
  }
  return new Map(
    [...imports].map(([room, below]) => [
      room,
      new Set([...below].filter((one) => ![...below].some((other) => other !== one && reached.get(other)!.has(one))))
    ])
  )
}
