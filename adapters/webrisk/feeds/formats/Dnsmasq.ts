import { domainEntry, plainLines, type Said, saysNothing } from "./Format.ts"
import { isHostName } from "./Names.ts"

/** `address=/example.com/0.0.0.0` and `server=/example.com/`, which may name several (dnsmasq(8)). */
const rule = /^(address|server|local)=\/(.+)\/([^/]*)$/

/** Where it leads what it blocks. */
const nowhere = /^(?:|#|0\.0\.0\.0|127\.0\.0\.1|::1?)$/

/** A line of a dnsmasq configuration. Null for what is none. */
export const readDnsmasqLine = (line: string): Said => {
  const [, , names, target] = rule.exec(line) ?? []
  if (names === undefined) return /^[a-z-]+(?:=|$)/.test(line) && !line.includes("/") ? saysNothing : null
  if (!nowhere.test(target!)) return saysNothing
  const listed = names.split("/").filter((name) => name !== "").map((name) => name.replace(/^\*?\./, ""))
  return listed.every(isHostName) ? listed.map((name) => domainEntry(name)) : null
}

export const dnsmasq = plainLines("dnsmasq", "dnsmasq (address=/example.com/)", readDnsmasqLine)
