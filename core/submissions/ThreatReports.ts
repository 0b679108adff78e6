import { Context, Schema } from "effect"
import type { Effect } from "effect"

/** Error when a report was rejected, or its state could not be queried. The message says why and what to do. */
export class ReportFailed extends Schema.TaggedError<ReportFailed>()("ReportFailed", { message: Schema.String }) {}

export const abuseTypes = ["phishing", "malware", "unwanted-software"] as const

export interface ThreatReport {
  /** URL as submitted, because the vendor visits the page. */
  readonly url: string
  readonly abuseType: typeof abuseTypes[number]
  /** Evidence for the vendor's reviewers. */
  readonly comments: ReadonlyArray<string>
}

/**
 * State of a report:
 * - `running`: the vendor is still checking the URL
 * - `listed`: the URL is on the vendor's list
 * - `declined`: the vendor found no violation
 * - `failed`: the vendor could not check the URL
 */
export type ReportState = "running" | "listed" | "declined" | "failed"

export interface ReportReceipt {
  /** ID that the vendor gave to the report. */
  readonly reference: string
  readonly state: ReportState
}

/**
 * Vendor that accepts reports of malicious URLs. The complete URL leaves the server, so only an operator can send a
 * report.
 */
export class ThreatReports extends Context.Service<ThreatReports, {
  readonly report: (report: ThreatReport) => Effect.Effect<ReportReceipt, ReportFailed>
  /** Returns the current state of a report. */
  readonly follow: (reference: string) => Effect.Effect<ReportReceipt, ReportFailed>
}>()("gatehouse/core/submissions/ThreatReports") {}
