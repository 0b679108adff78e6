import { hostEntry, plainLines, type Said } from "./Format.ts"
import { isHostName, withoutComment } from "./Names.ts"

/** Where a hosts file leads what it blocks: nowhere. */
const nowhere = /^(?:0\.0\.0\.0|127\.0\.0\.1|0|::1?)\s+(\S.*)$/

/** Names that every hosts file has for the machine itself. */
const ownNames =
  /^(?:localhost|local|broadcasthost|ip6-\w+|0\.0\.0\.0|127\.0\.0\.1|localhost\.localdomain|localhost6?(?:\.localdomain6?)?)$/i

/** A line of hosts(5), which names one host or several. Null for what is none. */
export const readHostsLine = (line: string): Said => {
  const [, rest] = nowhere.exec(withoutComment(line)) ?? []
  if (rest === undefined) return null
  const names = rest.split(/\s+/).filter((name) => !ownNames.test(name))
  return names.every(isHostName) ? names.map((name) => hostEntry(name)) : null
}

/** Other lines of a hosts file lead somewhere, and block nothing. */
const leadsSomewhere = /^[\da-f.:]+(?:%\w+)?\s+\S/i

export const hosts = plainLines(
  "hosts",
  "a hosts file (0.0.0.0 example.com)",
  (line) => readHostsLine(line) ?? (leadsSomewhere.test(line) && !/^(?:0\.|127\.)/.test(line) ? [] : null)
)
