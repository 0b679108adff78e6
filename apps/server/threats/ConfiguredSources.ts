import { Effect, type Redacted, type Scope } from "effect"
import { embeddedName } from "../../../adapters/webrisk/feeds/EmbeddedList.ts"
import type { FeedSpec } from "../../../adapters/webrisk/feeds/FeedSpec.ts"
import { http } from "../../../adapters/webrisk/http/Http.ts"
import { webRiskLookup } from "../../../adapters/webrisk/lookup/WebRiskLookup.ts"
import { safeBrowsing } from "../../../adapters/webrisk/safebrowsing/SafeBrowsing.ts"
import type { ThreatThread } from "../../../adapters/webrisk/thread/ThreatThread.ts"
import {
  type RegisteredSource,
  requiredAndEnforcedPolicy,
  type SourcePolicy
} from "../../../adapters/webrisk/ThreatSource.ts"
import { webRiskUpdate } from "../../../adapters/webrisk/update/WebRiskUpdate.ts"
import type { GatehouseConfig } from "../settings/Config.ts"
import { InvalidThreatSetting } from "./ConfiguredFeeds.ts"

/**
 * Returns a function that finds the policy of a source. A source is required by default. If an optional
 * source fails, responses do not fail. An observed source is also optional, and its listings are reported but do not
 * block.
 *
 * @param names names of all configured sources
 */
export const sourcePolicies = Effect.fnUntraced(function*(
  { sourcesObserved, sourcesOptional }: Pick<GatehouseConfig, "sourcesObserved" | "sourcesOptional">,
  names: ReadonlyArray<string>
): Effect.fn.Return<(name: string) => SourcePolicy, InvalidThreatSetting> {
  const duplicate = names.find((name, at) => names.indexOf(name) !== at)
  if (duplicate !== undefined) {
    return yield* new InvalidThreatSetting({
      message: `Two threat sources are named ${duplicate}. Rename a feed with \`#name=\`.`
    })
  }
  const lists = { GATEHOUSE_SOURCES_OPTIONAL: sourcesOptional, GATEHOUSE_SOURCES_OBSERVED: sourcesObserved }
  for (const [setting, list] of Object.entries(lists)) {
    const unknown = list.find((name) => !names.includes(name))
    if (unknown !== undefined) {
      return yield* new InvalidThreatSetting({
        message: `${setting} names ${unknown}, which is not a configured source. There ${
          names.length === 1 ? "is" : "are"
        } ${names.join(", ")}.`
      })
    }
  }
  return (name) => {
    const isObserved = sourcesObserved.includes(name)
    return {
      ...requiredAndEnforcedPolicy,
      required: !isObserved && !sourcesOptional.includes(name),
      enforced: !isObserved
    }
  }
})

export const configuredPolicies = (config: GatehouseConfig, feeds: ReadonlyArray<FeedSpec>) =>
  sourcePolicies(config, [embeddedName, ...[...feeds, ...configuredVendors(config)].map(({ name }) => name)])

/** Returns the remedy for a feed without a list, as part of a sentence. */
export const remedyFor = ({ required }: SourcePolicy): string =>
  `\`gatehouse feeds update\` fetches it${required ? ", and GATEHOUSE_SOURCES_OPTIONAL makes it optional" : ""}`

/** Vendor of threat data with a configured key. */
interface ConfiguredVendor {
  /** Name of the vendor's source. */
  readonly name: string
  /**
   * Creates the source of the vendor.
   *
   * @param isUpdated false to use only stored data, without fetching lists
   */
  readonly source: (
    policy: SourcePolicy,
    isUpdated: boolean
  ) => Effect.Effect<RegisteredSource, never, ThreatThread | Scope.Scope>
}

/** Returns the vendors with a configured key. */
export const configuredVendors = (config: GatehouseConfig): ReadonlyArray<ConfiguredVendor> => [
  ...(config.webRiskKey === null ? [] : [webRiskVendor(config, config.webRiskKey)]),
  ...(config.safeBrowsingKey === null ? [] : [safeBrowsingVendor(config, config.safeBrowsingKey)])
]

const webRiskVendor = (
  { threatsDir: folder, webRiskMode: mode, webRiskUrl: url }: GatehouseConfig,
  key: Redacted.Redacted
): ConfiguredVendor => {
  const vendor = { name: "web-risk", url, key, http }
  return {
    name: vendor.name,
    source: (policy, isUpdated) =>
      mode === "lookup"
        ? webRiskLookup({ vendor, policy })
        : webRiskUpdate({ vendor, folder, policy, isUpdated })
  }
}

const safeBrowsingVendor = (
  { safeBrowsingMode: mode, safeBrowsingUrl: url, threatsDir: folder }: GatehouseConfig,
  key: Redacted.Redacted
): ConfiguredVendor => {
  const vendor = { name: "safe-browsing", url, key, http }
  return { name: vendor.name, source: (policy, isUpdated) => safeBrowsing({ vendor, mode, folder, policy, isUpdated }) }
}
