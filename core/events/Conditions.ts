import { Context } from "effect"
import type { Effect } from "effect"
import type { AccountId } from "../kernel/Ids.ts"
import type { AccountEvent } from "./AccountEvent.ts"

/** Report about a condition, such as a low balance or a source that does not answer. */
export interface ConditionReport {
  readonly accountId: AccountId
  /** Name of the condition, unique in the account. */
  readonly name: string
  /** Name of the reporter. Reporters that read the same data, such as a balance in the database, share a name. */
  readonly reporter: string
  readonly isActive: boolean
  readonly at: Date
  /** Time before which an active report counts as outdated, because its reporter has stopped. Null: never. */
  readonly outdatedBefore: Date | null
}

/** Events to store when a condition begins and when it ends. Null for no event. */
export interface ConditionEvents {
  readonly onBegin: AccountEvent | null
  readonly onEnd: AccountEvent | null
}

/**
 * Conditions that last. A condition begins with its first active report, and ends when no reporter reports it as
 * active. Its state survives restarts, so each beginning and each end causes one event, regardless of the number of
 * servers that report.
 */
export class Conditions extends Context.Service<Conditions, {
  /**
   * Stores a report. If the report begins or ends the condition, stores the event in the same commit. Returns the
   * stored event, or null.
   */
  readonly report: (report: ConditionReport, events: ConditionEvents) => Effect.Effect<AccountEvent | null>
}>()("gatehouse/core/events/Conditions") {}
