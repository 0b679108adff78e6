import { domainEntry, plainLines, type Said } from "./Format.ts"
import { isHostName, withoutComment } from "./Names.ts"

export const readDomainLine = (line: string): Said => {
  const name = withoutComment(line)
  return isHostName(name) ? [domainEntry(name)] : null
}

export const domains = plainLines("domains", "a domain a line, with its subdomains", readDomainLine)
