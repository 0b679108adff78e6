import { domainEntry, plainLines, type Said } from "./Format.ts"
import { isHostName, withoutComment } from "./Names.ts"

/** `*.example.com` or `.example.com`: as these lists are meant, the domain itself too. */
export const readWildcardLine = (line: string): Said => {
  const [, name] = /^\*?\.(.+)$/.exec(withoutComment(line)) ?? []
  return name !== undefined && isHostName(name) ? [domainEntry(name)] : null
}

export const wildcards = plainLines("wildcards", "a wildcard a line (*.example.com)", readWildcardLine)
