import { Effect, Redacted, Result, Schema } from "effect"
import { type FeedSpec, type InvalidFeed, parseFeedSpec } from "../../../adapters/webrisk/feeds/FeedSpec.ts"
import { knownFeeds } from "../../../adapters/webrisk/feeds/KnownFeeds.ts"
import type { GatehouseConfig } from "../settings/Config.ts"

/** A setting of the threat sources is invalid. */
export class InvalidThreatSetting
  extends Schema.TaggedError<InvalidThreatSetting>()("InvalidThreatSetting", { message: Schema.String })
{}

/** Parses the configured feeds. Fails if a feed or key is invalid, or if two feeds have the same name. */
export const configuredFeeds = Effect.fnUntraced(function*(
  { feedKeys, threatFeeds }: Pick<GatehouseConfig, "feedKeys" | "threatFeeds">
): Effect.fn.Return<ReadonlyArray<FeedSpec>, InvalidThreatSetting> {
  const keys = yield* parseFeedKeys(Redacted.value(feedKeys))
  const specs: Array<FeedSpec> = []
  for (const text of threatFeeds) {
    const spec = parseFeedSpec(text, keys)
    if (Result.isFailure(spec)) return yield* invalid(`GATEHOUSE_THREAT_FEEDS: ${describeInvalidFeed(spec.failure)}`)
    if (specs.some(({ name }) => name === spec.success.name)) {
      return yield* invalid(`GATEHOUSE_THREAT_FEEDS names ${spec.success.name} twice. Use \`#name=\` to rename one.`)
    }
    specs.push(spec.success)
  }
  return specs
})

/**
 * Returns the feeds with these names: configured feeds, or known feeds that are not configured. Without names, returns
 * all configured feeds.
 */
export const selectFeeds = Effect.fnUntraced(function*(
  config: Pick<GatehouseConfig, "feedKeys" | "threatFeeds">,
  names: ReadonlyArray<string>
): Effect.fn.Return<ReadonlyArray<FeedSpec>, InvalidThreatSetting> {
  const configured = yield* configuredFeeds(config)
  if (names.length === 0) return configured
  const keys = yield* parseFeedKeys(Redacted.value(config.feedKeys))
  return yield* Effect.forEach(names, (name) => {
    const found = configured.find((spec) => spec.name === name)
    if (found !== undefined) return Effect.succeed(found)
    const spec = knownFeeds.some(({ id }) => id === name) ? parseFeedSpec(name, keys) : null
    if (spec === null) {
      return invalid(`There is no feed ${name}. Run \`gatehouse feeds list\` to see all feeds.`)
    }
    return Result.isSuccess(spec) ? Effect.succeed(spec.success) : invalid(describeInvalidFeed(spec.failure))
  })
})

/** Returns the name of a feed in the settings. For an invalid feed, returns the text without its query and fragment. */
export const feedNameOf = (text: string): string => {
  const spec = parseFeedSpec(text, new Map())
  return Result.isSuccess(spec) ? spec.success.name : text.replace(/[?#][^]*/, "")
}

/** Parses `urlhaus=KEY,phishtank=KEY`. Error messages never contain a key. */
const parseFeedKeys = Effect.fnUntraced(
  function*(text: string): Effect.fn.Return<Map<string, string>, InvalidThreatSetting> {
    const keys = new Map<string, string>()
    for (const part of text.split(",").filter((item) => item.trim() !== "")) {
      const at = part.indexOf("=")
      const [name, key] = [part.slice(0, at).trim(), part.slice(at + 1).trim()]
      const known = knownFeeds.find(({ id }) => id === name)
      if (at < 1 || key === "" || known === undefined || known.key === "none") {
        const feedsWithKeys = knownFeeds.filter((feed) => feed.key !== "none").map(({ id }) => `${id}=KEY`)
        return yield* invalid(
          `GATEHOUSE_FEED_KEYS has a key for an unknown feed. Feeds with keys are ${feedsWithKeys.join(", ")}.`
        )
      }
      keys.set(name, key)
    }
    return keys
  }
)

const describeInvalidFeed = ({ missingKeyOf, message }: InvalidFeed): string =>
  missingKeyOf === null ? message : `${message.slice(0, -1)}: set GATEHOUSE_FEED_KEYS to ${missingKeyOf}=KEY.`

const invalid = (message: string) => new InvalidThreatSetting({ message })
