import { Effect, Layer } from "effect"
import * as GoogleReports from "../../../adapters/webrisk/submission/GoogleReports.ts"
import * as ReportsOff from "../../../adapters/webrisk/submission/ReportsDisabled.ts"
import { forwardSubmission } from "../../../core/submissions/ForwardSubmission.ts"
import { ReportFailed, type ThreatReport } from "../../../core/submissions/ThreatReports.ts"
import { reporterConfig, reportsOffText } from "./Config.ts"
import { withExistingStorage } from "./Storage.ts"

const layerReports = Layer.unwrap(
  Effect.map(
    reporterConfig,
    (reporter) => reporter === null ? ReportsOff.layer(reportsOffText) : GoogleReports.layer(reporter)
  )
)

/** Fails if reports are not configured. Run it before making a final decision that includes a report. */
export const requireReportSettings = Effect.flatMap(
  reporterConfig,
  (reporter) => reporter === null ? Effect.fail(new ReportFailed({ message: reportsOffText })) : Effect.void
)

/** Forwards an accepted submission, or queries the state of its report. */
export const forwardReport = (id: number, abuseType: ThreatReport["abuseType"]) =>
  withExistingStorage(forwardSubmission(id, abuseType)).pipe(
    Effect.provide(layerReports),
    Effect.catchTag("ReportFailed", ({ message }) =>
      Effect.fail(
        new ReportFailed({ message: `${message} Run \`gatehouse submissions forward ${id}\` to try again.` })
      ))
  )
