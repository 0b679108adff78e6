import { Result, Schema } from "effect"
import type { PublicSuffixes } from "../ports/PublicSuffixes.ts"
import type { BlocklistTarget } from "./BlocklistEntry.ts"
import { expressionOf } from "./Canonicalize.ts"
import { isIpHost } from "./HostName.ts"
import { sharedHosts, shorteners } from "./SharedHosts.ts"
import { parseWebUrl } from "./WebUrl.ts"

/** What was typed cannot be an entry of this kind. */
export class InvalidBlocklistTarget extends Schema.TaggedError<InvalidBlocklistTarget>()("InvalidBlocklistTarget", {
  message: Schema.String
}) {}

/** An entry that would block far more than was meant. It can be forced. */
export class BlocksTooMuch extends Schema.TaggedError<BlocksTooMuch>()("BlocksTooMuch", { message: Schema.String }) {}

/**
 * What an operator or a feed named, as a target; with a guard against blocking a public suffix, a link shortener or a host
 * that many share. Only hosts and domains, and prefixes that cover a whole host, can do that: a single URL always passes.
 *
 * @param text a URL, with or without its scheme; for `host` and `domain` the name alone is enough
 */
export const blocklistTarget = (
  kind: BlocklistTarget["kind"],
  text: string,
  suffixes: PublicSuffixes["Service"],
  options: { readonly force: boolean }
): Result.Result<BlocklistTarget, InvalidBlocklistTarget | BlocksTooMuch> => {
  const trimmed = text.trim().replace(kind === "domain" ? /^\*?\./ : /^$/, "")
  const parsed = parseWebUrl(/^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`)
  if (trimmed === "" || Result.isFailure(parsed)) {
    return Result.fail(
      new InvalidBlocklistTarget({ message: `${JSON.stringify(text.slice(0, 200))} is not a ${kind}.` })
    )
  }
  const [reading] = parsed.success.readings
  const isWholeHost = kind === "host" || kind === "domain" || (kind === "prefix" && reading.path === "/")
  const danger = isWholeHost && !options.force ? dangerOf(kind, reading.host, suffixes) : null
  if (danger !== null) return Result.fail(new BlocksTooMuch({ message: danger }))
  return Result.succeed({ kind, expression: expressionFor(kind, reading) })
}

const expressionFor = (kind: BlocklistTarget["kind"], reading: Parameters<typeof expressionOf>[0]): string =>
  kind === "url" ? expressionOf(reading) : kind === "prefix" ? reading.host + reading.path : reading.host

const dangerOf = (kind: BlocklistTarget["kind"], host: string, suffixes: PublicSuffixes["Service"]): string | null => {
  if (isIpHost(host)) return null
  if (suffixes.isPublicSuffix(host) || !host.includes(".")) {
    return `${host} is a public suffix: an entry for it would block everybody's names under it.`
  }
  if (shorteners.has(host)) {
    return `${host} shortens links: an entry for all of it would block everybody's. Block the URL instead.`
  }
  const isShared = sharedHosts.has(host) ||
    (kind === "domain" && [...sharedHosts].some((shared) => shared.endsWith(`.${host}`)))
  return isShared
    ? `Many share ${host}: an entry for all of it would block them too. Block the URL or a path instead.`
    : null
}
