import type { Effect, Redacted, Scope } from "effect"
import { http } from "../../adapters/webrisk/http/Http.ts"
import { webRiskLookup } from "../../adapters/webrisk/lookup/WebRiskLookup.ts"
import { safeBrowsing } from "../../adapters/webrisk/safebrowsing/SafeBrowsing.ts"
import type { ThreatThread } from "../../adapters/webrisk/thread/ThreatThread.ts"
import type { RegisteredSource, SourcePolicy } from "../../adapters/webrisk/ThreatSource.ts"
import { webRiskUpdate } from "../../adapters/webrisk/update/WebRiskUpdate.ts"
import type { GatehouseConfig } from "./Config.ts"

/** A vendor who is asked with a key. */
export interface ConfiguredVendor {
  /** Of its source. */
  readonly name: string
  /** @param isUpdated false where lists are only looked up: then none is fetched, and what is stored has to do */
  readonly source: (
    policy: SourcePolicy,
    isUpdated: boolean
  ) => Effect.Effect<RegisteredSource, never, ThreatThread | Scope.Scope>
}

/** Those for whom there is a key. */
export const configuredVendors = (config: GatehouseConfig): ReadonlyArray<ConfiguredVendor> => [
  ...(config.webRiskKey === null ? [] : [webRiskVendor(config, config.webRiskKey)]),
  ...(config.safeBrowsingKey === null ? [] : [safeBrowsingVendor(config, config.safeBrowsingKey)])
]

const webRiskVendor = (
  { threatsDir: folder, webRiskMode: mode, webRiskUrl: url }: GatehouseConfig,
  key: Redacted.Redacted<string>
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
  key: Redacted.Redacted<string>
): ConfiguredVendor => {
  const vendor = { name: "safe-browsing", url, key, http }
  return { name: vendor.name, source: (policy, isUpdated) => safeBrowsing({ vendor, mode, folder, policy, isUpdated }) }
}
