import { Effect, Layer } from "effect"
import { ReportFailed, ThreatReports } from "../../../core/submissions/ThreatReports.ts"

/** Refuses all reports. `why` says what is missing. */
export const layer = (why: string): Layer.Layer<ThreatReports> => {
  const off = Effect.suspend(() => Effect.fail(new ReportFailed({ message: why })))
  return Layer.succeed(ThreatReports, { report: () => off, follow: () => off })
}
