import { readAdblockLine } from "./Adblock.ts"
import { readDnsmasqLine } from "./Dnsmasq.ts"
import { readDomainLine } from "./Domains.ts"
import { plainLines, type Said } from "./Format.ts"
import { readHostsLine } from "./Hosts.ts"
import { readUrlLine } from "./PlainUrls.ts"
import { readRpzLine } from "./Rpz.ts"
import { readUrlhausRow } from "./UrlhausCsv.ts"
import { readWildcardLine } from "./Wildcards.ts"

/** Each line by its own form, which the forms allow: no line means two things. */
const readAnyLine = (line: string): Said => {
  if (/^(?:\|\||@@|\[)/.test(line) || /#[@?$%]?#/.test(line)) return readAdblockLine(line)
  if (/^(?:address|server|local)=/.test(line)) return readDnsmasqLine(line)
  if (line.startsWith("\"")) return readUrlhausRow(line)
  if (/^(?:\*|\.)/.test(line)) return readWildcardLine(line) ?? (/\sCNAME\s/i.test(line) ? readRpzLine(line) : null)
  if (/^(?:[\d.]+|::1?)\s/.test(line)) return readHostsLine(line)
  return readDomainLine(line) ?? readUrlLine(line) ?? (/\sCNAME\s/i.test(line) ? readRpzLine(line) : null)
}

export const anyLines = plainLines(
  "lines",
  "URLs, domains, hosts lines, adblock rules: each line as it is",
  readAnyLine
)
