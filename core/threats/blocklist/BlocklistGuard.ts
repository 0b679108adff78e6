import { Result, Schema } from "effect"
import { parseNetwork } from "../../kernel/networks/Network.ts"
import { formatExpression } from "../../urls/Canonicalize.ts"
import type { HostKnowledge } from "../../urls/HostKnowledge.ts"
import { isIpHost } from "../../urls/HostName.ts"
import type { PublicSuffixes } from "../../urls/PublicSuffixes.ts"
import { parseWebUrl } from "../../urls/WebUrl.ts"
import type { BlocklistTarget, ListingAction } from "./BlocklistEntry.ts"
import { isPrefixSearchable, pathLevelsMax, prefixCharsMax } from "./BlocklistTargets.ts"
import { hostGuard } from "./HostGuard.ts"
import { pageExpression } from "./PageExpression.ts"
import { coversAnyQuery } from "./SharedPages.ts"

/** Error for text that is not a valid target of the requested kind. */
export class InvalidBlocklistTarget extends Schema.TaggedError<InvalidBlocklistTarget>()("InvalidBlocklistTarget", {
  message: Schema.String
}) {}

/** Target that `hostGuard` accepted, or that was accepted because of `force`. */
export interface GuardedTarget extends BlocklistTarget {
  /** True if `hostGuard` rejected the target and `force` overrode the guard. */
  readonly forced: boolean
}

/** Error for an entry that would cover far more than intended. `force` overrides it. */
export class EntryTooBroad extends Schema.TaggedError<EntryTooBroad>()("EntryTooBroad", { message: Schema.String }) {}

export interface TargetOptions {
  readonly force: boolean
  readonly action?: ListingAction
  /** True if the text is the expression of an entry, with a scheme in front. A page with a `?` then keeps its query. */
  readonly isExpression?: boolean
}

/**
 * Parses a target and guards against an entry for a public suffix, a link shortener, a shared or popular host, or one
 * of the sites that Shield protects (see `hostGuard`). Only hosts, domains and prefixes that cover a whole host are
 * guarded. URLs, pages and other prefixes always pass. If the query of a page can select pages of different people, the
 * entry keeps the query (see `coversAnyQuery`).
 *
 * @param text a URL, with or without scheme; for `host` and `domain`, the name is enough
 */
export const parseBlocklistTarget = (
  kind: BlocklistTarget["kind"],
  text: string,
  knowledge: HostKnowledge,
  options: TargetOptions
): Result.Result<GuardedTarget, InvalidBlocklistTarget | EntryTooBroad> => {
  const trimmed = text.trim().replace(kind === "domain" ? /^\*?\./ : /^$/, "")
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed)
  if (!hasScheme && trimmed.includes("/") && parseNetwork(trimmed) !== null) return networkNotAccepted(trimmed)
  const parsed = parseWebUrl(hasScheme ? trimmed : `http://${trimmed}`)
  if (trimmed === "" || Result.isFailure(parsed)) return invalidTarget(kind, text)
  const [reading] = parsed.success.readings
  if (!hasScheme && !beginsWithHost(kind, trimmed, reading.host, knowledge.suffixes)) return invalidTarget(kind, text)
  const isWholeHost = kind === "host" || kind === "domain" || (kind === "prefix" && reading.path === "/")
  const guard = isWholeHost ? hostGuard(kind, reading.host, knowledge, options.action) : null
  if (guard !== null && !options.force) return Result.fail(new EntryTooBroad({ message: guard.message }))
  const keepsQuery = options.isExpression === true && text.includes("?")
  const expression = kind === "page"
    ? pageExpression(reading, !keepsQuery && coversAnyQuery(parsed.success, knowledge))
    : expressionFor(kind, reading)
  if (kind === "prefix" && !isPrefixSearchable(expression)) return pathTooDeep()
  return Result.succeed({ kind, expression, forced: guard !== null })
}

/**
 * Matches a plausible host at the start of text. Text without a scheme must match, because almost any word parses as a
 * URL: `javascript:1`, an email address, a column heading. Labels consist of letters and digits of any script, `-` and
 * `_`. Dots are those of UTS 46, section 4.
 */
const bareHost =
  /^(?:[\p{L}\p{M}\p{N}_-]+(?:[.\u3002\uff0e\uff61][\p{L}\p{M}\p{N}_-]+)*|\[[\da-f:.]+\])(?=[.\u3002\uff0e\uff61]?(?::\d{1,5})?(?:[/?#]|$))/iu

const beginsWithHost = (
  kind: BlocklistTarget["kind"],
  text: string,
  host: string,
  suffixes: PublicSuffixes["Service"]
): boolean => {
  const [name] = bareHost.exec(text) ?? []
  if (name === undefined) return false
  if (isIpHost(host)) return name === host || name.startsWith("[")
  return host.includes(".") || ((kind === "host" || kind === "domain") && suffixes.isPublicSuffix(host))
}

const invalidTarget = (kind: BlocklistTarget["kind"], text: string) =>
  Result.fail(
    new InvalidBlocklistTarget({
      message: `${JSON.stringify(text.slice(0, 200))} is not a ${kind}. ${targetHints[kind]}.`
    })
  )

const targetHints: Readonly<Record<BlocklistTarget["kind"], string>> = {
  url: "Enter a URL, with or without its scheme, such as example.com/login.html",
  page: "Enter a URL, with or without its scheme, such as example.com/login",
  prefix: "Enter a URL, with or without its scheme, such as example.com/shop/",
  host: "Enter a name such as www.example.com, an address such as 203.0.113.7 or [2001:db8::1], or a URL",
  domain: "Enter a name such as example.com, or a URL"
}

const networkNotAccepted = (text: string) =>
  Result.fail(
    new InvalidBlocklistTarget({
      message: `${text} is a network, which the blocklist does not accept. Add each address separately. ` +
        "To block the networks of visitors, add an account rule of kind cidr."
    })
  )

const pathTooDeep = () =>
  Result.fail(
    new InvalidBlocklistTarget({
      message:
        `A path can have at most ${pathLevelsMax} folders and, with its host, ${prefixCharsMax} characters. Choose a shorter path.`
    })
  )

const expressionFor = (
  kind: Exclude<BlocklistTarget["kind"], "page">,
  reading: Parameters<typeof formatExpression>[0]
): string => kind === "url" ? formatExpression(reading) : kind === "prefix" ? reading.host + reading.path : reading.host
