import { Result } from "effect"
import type { BlocklistTarget } from "../../../../core/threats/blocklist/BlocklistEntry.ts"
import { pageExpression } from "../../../../core/threats/blocklist/PageExpression.ts"
import { parseWebUrl } from "../../../../core/urls/WebUrl.ts"

export type Scope = BlocklistTarget["kind"]

export const scopeLabels: Readonly<Record<Scope, string>> = {
  url: "This URL only",
  page: "This page with any query",
  prefix: "This path and below",
  host: "This host",
  domain: "This domain and its subdomains"
}

export interface ScopePreview {
  readonly scope: Scope
  /** Expression that the entry would contain. */
  readonly expression: string
  /** Description of what the entry matches. */
  readonly matches: string
  /** Description of what the entry does not match, although a user might expect a match. */
  readonly excludes: string
  /** Whether the entry matches everything on a host. */
  readonly isWide: boolean
}

/** Returns what an entry of each scope would match. Empty if the URL cannot be parsed. */
export const scopePreviews = (url: string): ReadonlyArray<ScopePreview> => {
  const text = url.trim()
  const parsed = parseWebUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`)
  if (text === "" || Result.isFailure(parsed)) return []
  const [reading] = parsed.success.readings
  const { host, path, query } = reading
  const pathDescription = path === "/" ? `everything on ${host}` : `${path} and everything below it`
  return [
    {
      scope: "url",
      expression: parsed.success.canonical,
      matches: "exactly this URL, over http and https",
      excludes: query === null ? "the same page with a query" : "the same page with another query",
      isWide: false
    },
    {
      scope: "page",
      expression: pageExpression(reading, true),
      matches:
        "this page with any query, with or without www. and a trailing slash. Exception: if the query may select the " +
        "page on a shared host, only this query",
      excludes: `other pages on ${host}`,
      isWide: false
    },
    {
      scope: "prefix",
      expression: host + path,
      matches: `${pathDescription}, with any query`,
      excludes: path === "/" ? "other hosts of the same domain" : `other paths on ${host}`,
      isWide: path === "/"
    },
    {
      scope: "host",
      expression: host,
      matches: `every page on ${host}`,
      excludes: "other hosts of the same domain, including its subdomains",
      isWide: true
    },
    {
      scope: "domain",
      expression: host,
      matches: `every page on ${host} and its subdomains`,
      excludes: "the parent domain",
      isWide: true
    }
  ]
}
