import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId, RequestId } from "../../kernel/Ids.ts"
import type { LeadVerdict } from "../../scoring/Bands.ts"
import type { LeadMark, LeadRecord } from "./LeadRecord.ts"

/** There is none of this request id, or no more: leads are swept and can be forgotten. */
export class LeadNotFound extends Schema.TaggedError<LeadNotFound>()("LeadNotFound", { id: Schema.String }) {}

/** Which leads a list shows; what is absent does not narrow it. */
export interface LeadFilter {
  readonly verdict?: LeadVerdict
  /** Marked so; in either way; not at all. */
  readonly mark?: LeadMark | "any" | "none"
  readonly accountId?: AccountId
  /** Only leads older than this request id. */
  readonly before?: string
  readonly limit: number
}

/** Analysed leads, and what people said of them. Unique by request id. */
export class Leads extends Context.Service<Leads, {
  /** Returns at once; written with one of the next commits. */
  readonly record: (lead: LeadRecord) => void
  readonly get: (requestId: RequestId) => Effect.Effect<LeadRecord, LeadNotFound>
  /** Newest first. */
  readonly list: (filter: LeadFilter) => Effect.Effect<ReadonlyArray<LeadRecord>>
  /** In place of the mark that it had; null takes that back. */
  readonly mark: (requestId: RequestId, mark: LeadMark | null, at: Date) => Effect.Effect<LeadRecord, LeadNotFound>
  /** Removes it with its message and mark. */
  readonly forget: (requestId: RequestId) => Effect.Effect<void, LeadNotFound>
  readonly count: (accountId: AccountId) => Effect.Effect<number>
  /** Removes leads older than `before`, marked ones too, of one account or of all; returns how many. */
  readonly sweep: (before: Date, accountId?: AccountId) => Effect.Effect<number>
}>()("gatehouse/core/leads/records/Leads") {}
