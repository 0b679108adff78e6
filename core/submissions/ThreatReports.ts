import { Context, Schema } from "effect"
import type { Effect } from "effect"

/** A report was not taken, or its state could not be asked: why, and what to do, in a sentence. */
export class ReportFailed extends Schema.TaggedError<ReportFailed>()("ReportFailed", { message: Schema.String }) {}

export const abuseTypes = ["phishing", "malware", "unwanted-software"] as const

export interface ThreatReport {
  /** As it was submitted: the vendor looks at the page itself. */
  readonly url: string
  readonly abuseType: typeof abuseTypes[number]
  /** What speaks for it, for the vendor's people. */
  readonly comments: ReadonlyArray<string>
}

/**
 * - `running`: the vendor is still looking
 * - `listed`: it is on the vendor's list now
 * - `declined`: the vendor found nothing against its rules
 * - `failed`: the vendor could not look
 */
export type ReportState = "running" | "listed" | "declined" | "failed"

export interface ReportReceipt {
  /** What the vendor calls the report. */
  readonly reference: string
  readonly state: ReportState
}

/** A vendor that takes reports of bad URLs. The whole URL leaves the house: only ever at an operator's word. */
export class ThreatReports extends Context.Service<ThreatReports, {
  readonly report: (report: ThreatReport) => Effect.Effect<ReportReceipt, ReportFailed>
  /** How a report stands by now. */
  readonly follow: (reference: string) => Effect.Effect<ReportReceipt, ReportFailed>
}>()("gatehouse/core/submissions/ThreatReports") {}
