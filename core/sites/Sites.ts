import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { Site, SiteOptions } from "./Site.ts"

export class SiteNotFound extends Schema.TaggedError<SiteNotFound>()("SiteNotFound", { id: Schema.String }) {
  override get message(): string {
    return `Site ${this.id} does not exist.`
  }
}

/**
 * Maximum age of cached site data in milliseconds. Changed host names and rotated secrets take effect within this time.
 */
export const siteStaleMillisMax = 1_000

export class Sites extends Context.Service<Sites, {
  readonly create: (site: Site) => Effect.Effect<void>
  readonly get: (accountId: AccountId, id: string) => Effect.Effect<Site, SiteNotFound>
  /**
   * Returns the site with this key. The data is at most `siteStaleMillisMax` old, or older while the database is
   * unavailable. Completes synchronously if the site is cached.
   */
  readonly findBySiteKey: (siteKey: string) => Effect.Effect<Site | null>
  /** Returns the site with this active secret. The data has the same maximum age as in `findBySiteKey`. */
  readonly findBySecret: (digest: string) => Effect.Effect<Site | null>
  /** Returns the sites of an account, oldest first. */
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<Site>>
  /** Replaces the active secrets of a site. */
  readonly setSecrets: (
    accountId: AccountId,
    id: string,
    digests: ReadonlyArray<string>
  ) => Effect.Effect<void, SiteNotFound>
  /** Replaces name, host names and options of a site. */
  readonly change: (
    accountId: AccountId,
    id: string,
    change: { readonly name: string; readonly hostnames: ReadonlyArray<string>; readonly options: SiteOptions }
  ) => Effect.Effect<void, SiteNotFound>
  /**
   * Deletes a site and its secrets. Takes effect immediately in this process, and within `siteStaleMillisMax` in
   * others.
   */
  readonly remove: (accountId: AccountId, id: string, at: Date) => Effect.Effect<void, SiteNotFound>
  /** Reports whether a site of this name was ever deleted. */
  readonly wasRemoved: (accountId: AccountId, name: string) => Effect.Effect<boolean>
}>()("gatehouse/core/sites/Sites") {}
