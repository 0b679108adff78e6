import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { Site, SiteOptions } from "./Site.ts"

export class SiteNotFound extends Schema.TaggedError<SiteNotFound>()("SiteNotFound", { id: Schema.String }) {
  override get message(): string {
    return `There is no site ${this.id}.`
  }
}

/** How old what is known of a site may be: a changed host name or a secret that was rotated away holds after it. */
export const siteStaleMillisMax = 1_000

export class Sites extends Context.Service<Sites, {
  readonly create: (site: Site) => Effect.Effect<void>
  readonly get: (accountId: AccountId, id: string) => Effect.Effect<Site, SiteNotFound>
  /** At most `siteStaleMillisMax` old, longer while the database is away; without a turn of the runtime where it is at hand. */
  readonly findBySiteKey: (siteKey: string) => Effect.Effect<Site | null>
  /** The site one of whose live secrets has this digest; as fresh as `findBySiteKey`. */
  readonly findBySecret: (digest: string) => Effect.Effect<Site | null>
  /** Oldest first. */
  readonly list: (accountId: AccountId) => Effect.Effect<ReadonlyArray<Site>>
  /** Replaces the live secrets by these. */
  readonly setSecrets: (
    accountId: AccountId,
    id: string,
    digests: ReadonlyArray<string>
  ) => Effect.Effect<void, SiteNotFound>
  /** Replaces name, host names and options by these. */
  readonly change: (
    accountId: AccountId,
    id: string,
    change: { readonly name: string; readonly hostnames: ReadonlyArray<string>; readonly options: SiteOptions }
  ) => Effect.Effect<void, SiteNotFound>
  /** With its secrets. At once in this process, within `siteStaleMillisMax` in others. */
  readonly remove: (accountId: AccountId, id: string, at: Date) => Effect.Effect<void, SiteNotFound>
  /** Whether a site of this name was removed once. */
  readonly wasRemoved: (accountId: AccountId, name: string) => Effect.Effect<boolean>
}>()("gatehouse/core/sites/Sites") {}
