import { Effect, Layer } from "effect"
import { ReportFailed, ThreatReports } from "../../../core/submissions/ThreatReports.ts"
import { type Http, http as fetching, jsonOf } from "../http/Http.ts"
import { receiptOf, reportFailed } from "./ReportAnswer.ts"
import {
  isOperationName,
  operationBytesMax,
  operationRequest,
  type Reporter,
  reportMillisMax,
  submitRequest
} from "./ReportRequest.ts"

/** Reports to Google's Web Risk, whose lists Safe Browsing shares. */
export const googleReports = (reporter: Reporter, http: Http = fetching): ThreatReports["Service"] => {
  const ask = (asked: ReturnType<typeof operationRequest>) =>
    http({ ...asked, millisMax: reportMillisMax, bytesMax: operationBytesMax }).pipe(
      Effect.flatMap((answer) => jsonOf(asked.url, answer)),
      Effect.mapError((failure) => reportFailed(failure, reporter)),
      Effect.flatMap((json) => Effect.fromResult(receiptOf(json)))
    )
  return {
    report: (report) => ask(submitRequest(reporter, report)),
    follow: (reference) =>
      isOperationName(reference)
        ? ask(operationRequest(reporter, reference))
        : Effect.fail(new ReportFailed({ message: "It was not reported to Web Risk." }))
  }
}

export const layer = (reporter: Reporter): Layer.Layer<ThreatReports> =>
  Layer.succeed(ThreatReports, googleReports(reporter))
