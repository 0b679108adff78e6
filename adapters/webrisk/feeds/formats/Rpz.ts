import { domainEntry, hostEntry, plainLines, type Said, saysNothing } from "./Format.ts"
import { isHostName } from "./Names.ts"

/** A record of a response policy zone that says "no such name" or "no data" (draft-vixie-dnsop-dns-rpz, section 3). */
const policy = /^(\S+)(?:\s+\d+)?(?:\s+IN)?\s+CNAME\s+(\*?\.|rpz-drop\.)\s*(?:;.*)?$/i

/** The zone's own records, and policies that let through or lead elsewhere. */
const other = /^(?:\$|@|\()|\s(?:SOA|NS|A|AAAA|TXT|CNAME)\s|^\d+\s*(?:;|\))?|^\)/i

/** A line of a zone file. Null for what is none. */
export const readRpzLine = (line: string): Said => {
  const [, name] = policy.exec(line) ?? []
  if (name === undefined) return other.test(line) ? saysNothing : null
  // Triggers that are no names: addresses and name servers.
  if (/\.rpz-[a-z-]+(?:\.|$)/i.test(name)) return saysNothing
  const isWildcard = name.startsWith("*.")
  const bare = isWildcard ? name.slice(2) : name
  return isHostName(bare) ? [isWildcard ? domainEntry(bare) : hostEntry(bare)] : null
}

export const rpz = {
  ...plainLines("rpz", "a DNS response policy zone (example.com CNAME .)", readRpzLine),
  recognizes: (lines: ReadonlyArray<string>) =>
    lines.some((line) => /^@?\s*(?:\d+\s+)?(?:IN\s+)?SOA\s/i.test(line) || /^\$(?:TTL|ORIGIN)\s/i.test(line)) &&
    lines.some((line) => policy.test(line))
}
