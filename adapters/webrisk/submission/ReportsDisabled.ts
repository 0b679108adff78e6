import { Effect, Layer } from "effect"
import { ReportFailed, ThreatReports } from "../../../core/submissions/ThreatReports.ts"

/** Fails every report with `reason`, which says what is missing. */
export const layer = (reason: string): Layer.Layer<ThreatReports> => {
  const disabled = Effect.suspend(() => Effect.fail(new ReportFailed({ message: reason })))
  return Layer.succeed(ThreatReports, { report: () => disabled, follow: () => disabled })
}
