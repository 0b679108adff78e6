import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { Site } from "../accounts/Site.ts"

export class SiteNotFound extends Schema.TaggedError<SiteNotFound>()("SiteNotFound", { id: Schema.String }) {
  override get message(): string {
    return `There is no site ${this.id}.`
  }
}

export class Sites extends Context.Service<Sites, {
  readonly create: (site: Site) => Effect.Effect<void>
  readonly get: (accountId: string, id: string) => Effect.Effect<Site, SiteNotFound>
  readonly findBySiteKey: (siteKey: string) => Effect.Effect<Site | null>
  /** The site one of whose live secrets has this digest. */
  readonly findBySecret: (digest: string) => Effect.Effect<Site | null>
  /** Oldest first. */
  readonly list: (accountId: string) => Effect.Effect<ReadonlyArray<Site>>
  /** Replaces the live secrets by these. */
  readonly setSecrets: (
    accountId: string,
    id: string,
    digests: ReadonlyArray<string>
  ) => Effect.Effect<void, SiteNotFound>
}>()("gatehouse/core/ports/Sites") {}
