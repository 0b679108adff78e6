import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { AccountId, RequestId } from "../../kernel/Ids.ts"
import type { LeadVerdict } from "../../scoring/Bands.ts"
import type { LeadMark, LeadRecord } from "./LeadRecord.ts"

/** No lead has the request ID, or the lead was deleted. */
export class LeadNotFound extends Schema.TaggedError<LeadNotFound>()("LeadNotFound", { id: Schema.String }) {}

/** Filter and page of a lead list. An absent field matches everything. */
export interface LeadFilter {
  readonly verdict?: LeadVerdict
  /** Required mark: a given mark, `any` mark, or `none`. */
  readonly mark?: LeadMark | "any" | "none"
  readonly accountId?: AccountId
  /** Matches only leads that are older than the lead with this request ID. */
  readonly before?: string
  readonly limit: number
}

/** Store of analyzed leads and their marks. A lead is identified by its request ID. */
export class Leads extends Context.Service<Leads, {
  /** Records a lead and returns immediately. A later commit persists the lead. */
  readonly record: (lead: LeadRecord) => void
  readonly get: (requestId: RequestId) => Effect.Effect<LeadRecord, LeadNotFound>
  /** Returns the matching leads, newest first. */
  readonly list: (filter: LeadFilter) => Effect.Effect<ReadonlyArray<LeadRecord>>
  /** Replaces the mark of a lead, or removes it if `mark` is null. Returns the changed lead. */
  readonly mark: (requestId: RequestId, mark: LeadMark | null, at: Date) => Effect.Effect<LeadRecord, LeadNotFound>
  /** Deletes a lead with its message and mark. */
  readonly forget: (requestId: RequestId) => Effect.Effect<void, LeadNotFound>
  readonly count: (accountId: AccountId) => Effect.Effect<number>
  /** Deletes leads older than `before`, including marked leads, of one account or all. Returns their number. */
  readonly sweep: (before: Date, accountId?: AccountId) => Effect.Effect<number>
}>()("gatehouse/core/leads/records/Leads") {}
