import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId, RequestId } from "../../kernel/Ids.ts"
import type { LeadVerdict } from "../../scoring/Bands.ts"
import type { LeadMark, LeadRecord } from "./LeadRecord.ts"

/** No lead has this request id, or it was deleted. */
export class LeadNotFound extends Schema.TaggedError<LeadNotFound>()("LeadNotFound", { id: Schema.String }) {}

/** Filter and page of a lead list. An absent field matches everything. */
export interface LeadFilter {
  readonly verdict?: LeadVerdict
  /** A given mark, `any` mark, or `none`. */
  readonly mark?: LeadMark | "any" | "none"
  readonly accountId?: AccountId
  /** Only leads older than this request id. */
  readonly before?: string
  readonly limit: number
}

/** Analyzed leads and their marks, unique by request id. */
export class Leads extends Context.Service<Leads, {
  /** Records a lead and returns immediately. A later commit persists it. */
  readonly record: (lead: LeadRecord) => void
  readonly get: (requestId: RequestId) => Effect.Effect<LeadRecord, LeadNotFound>
  /** Newest first. */
  readonly list: (filter: LeadFilter) => Effect.Effect<ReadonlyArray<LeadRecord>>
  /** Replaces the mark. Null removes it. */
  readonly mark: (requestId: RequestId, mark: LeadMark | null, at: Date) => Effect.Effect<LeadRecord, LeadNotFound>
  /** Deletes a lead with its message and mark. */
  readonly forget: (requestId: RequestId) => Effect.Effect<void, LeadNotFound>
  readonly count: (accountId: AccountId) => Effect.Effect<number>
  /** Deletes leads older than `before`, including marked ones, for one account or all. Returns the number deleted. */
  readonly sweep: (before: Date, accountId?: AccountId) => Effect.Effect<number>
}>()("gatehouse/core/leads/records/Leads") {}
