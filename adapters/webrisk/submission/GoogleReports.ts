import { Effect, Layer, Option, Redacted, Result, Schema } from "effect"
import {
  ReportFailed,
  type ReportReceipt,
  type ReportState,
  type ThreatReport,
  ThreatReports
} from "../../../core/submissions/ThreatReports.ts"
import { describeFailure } from "../google/Vendor.ts"
import { type Http, http as fetching, type HttpFailure, type HttpRequest, parseJsonBody } from "../http/Http.ts"

/** Sends reports to Google Web Risk, whose lists Safe Browsing shares. */
export const googleReports = (reporter: ReportEndpoint, http: Http = fetching): ThreatReports["Service"] => {
  const sendRequest = (request: ReturnType<typeof operationRequest>) =>
    http({ ...request, millisMax: reportMillisMax, bytesMax: operationBytesMax }).pipe(
      Effect.flatMap((answer) => parseJsonBody(request.url, answer)),
      Effect.mapError((failure) => reportFailed(failure, reporter)),
      Effect.flatMap((json) => Effect.fromResult(parseReceipt(json)))
    )
  return {
    report: (report) => sendRequest(buildSubmitRequest(reporter, report)),
    follow: (reference) =>
      isOperationName(reference)
        ? sendRequest(operationRequest(reporter, reference))
        : Effect.fail(new ReportFailed({ message: "It has not been reported to Web Risk." }))
  }
}

export const layer = (reporter: ReportEndpoint): Layer.Layer<ThreatReports> =>
  Layer.succeed(ThreatReports, googleReports(reporter))

/**
 * Long-running operation (google.longrunning.Operation) with the metadata of a submission. Other fields are ignored.
 */
const Operation = Schema.Struct({
  name: Schema.String,
  done: Schema.optionalKey(Schema.Boolean),
  metadata: Schema.optionalKey(Schema.Struct({ state: Schema.optionalKey(Schema.String) })),
  error: Schema.optionalKey(Schema.Struct({ message: Schema.optionalKey(Schema.String) }))
})

const decode = Schema.decodeUnknownOption(Operation)

/**
 * Report states by the state in SubmitUriMetadata. Other states count as running. CLOSED means that nothing violates
 * the vendor's rules.
 */
const states: ReadonlyMap<string, ReportState> = new Map([
  ["SUCCEEDED", "listed"],
  ["CLOSED", "declined"],
  ["CANCELLED", "failed"],
  ["FAILED", "failed"]
])

/** Parses an operation. A finished operation without a known state is an error. */
export const parseReceipt = (json: unknown): Result.Result<ReportReceipt, ReportFailed> => {
  const operation = Option.getOrNull(decode(json))
  if (operation === null || !isOperationName(operation.name)) return unreadableReceipt("it names no operation")
  const { done = false, error, metadata, name } = operation
  if (error !== undefined) return Result.succeed({ reference: name, state: "failed" })
  const reported = metadata?.state ?? "STATE_UNSPECIFIED"
  const state = states.get(reported) ?? "running"
  return done && state === "running"
    ? unreadableReceipt(`the operation has ended with the state ${JSON.stringify(reported.slice(0, 40))}`)
    : Result.succeed({ reference: name, state })
}

const unreadableReceipt = (reason: string) =>
  Result.fail(new ReportFailed({ message: `The response of Web Risk cannot be read: ${reason}.` }))

/** Returns a failure whose message contains the problem and the recommended action. */
const reportFailed = (failure: HttpFailure, { project, token }: ReportEndpoint): ReportFailed => {
  const advice = failure.status === null ? "Try again later." : adviceOf(failure.status, project)
  return new ReportFailed({ message: `${describeFailure(failure, { key: token }).replace(/\.$/, "")}. ${advice}` })
}

const adviceOf = (status: number, project: string): string => {
  if (status === 401) return "The token is wrong or has expired: `gcloud auth print-access-token` makes a new one."
  if (status === 403) {
    return `Google must first allow the project ${project} to submit URLs, on request, and the token must have access to it.`
  }
  if (status === 404) return `Google does not know the project ${project} or the requested operation.`
  return status === 429 || status >= 500 ? "Try again later." : "Google rejected the request."
}

/** Endpoint and credential for reports. */
export interface ReportEndpoint {
  /** Base URL of the API, without a trailing slash. */
  readonly url: string
  /** Number or ID of the Google Cloud project that may submit reports. */
  readonly project: string
  /** OAuth access token with the scope cloud-platform. It is valid for one hour. */
  readonly token: Redacted.Redacted
}

const reportMillisMax = 15_000
const operationBytesMax = 64 * 1024
/** Maximum number of comments in a report, and maximum characters of each. */
export const commentsMax = 10
export const commentCharsMax = 500

const abuseTypes: Readonly<Record<ThreatReport["abuseType"], string>> = {
  phishing: "SOCIAL_ENGINEERING",
  malware: "MALWARE",
  "unwanted-software": "UNWANTED_SOFTWARE"
}

type ReportRequest = Omit<HttpRequest, "millisMax" | "bytesMax">

/**
 * Builds the request of projects.uris.submit. It states that a user reported the URL and that a person reviewed it.
 *
 * Source: cloud.google.com/web-risk/docs/reference/rest/v1/projects.uris/submit.
 */
export const buildSubmitRequest = (
  reporter: ReportEndpoint,
  { abuseType, comments, url }: ThreatReport
): ReportRequest => ({
  url: new URL(`${reporter.url}/v1/projects/${encodeURIComponent(reporter.project)}/uris:submit`),
  headers: { ...authorizationHeaders(reporter), "Content-Type": "application/json" },
  body: JSON.stringify({
    submission: { uri: url },
    threatInfo: {
      abuseType: abuseTypes[abuseType],
      threatConfidence: { level: "HIGH" },
      threatJustification: {
        labels: ["USER_REPORT", "MANUAL_VERIFICATION"],
        ...(comments.length === 0
          ? {}
          : { comments: comments.slice(0, commentsMax).map((comment) => comment.slice(0, commentCharsMax)) })
      }
    }
  })
})

/** Pattern of the operation names that the vendor issues. Other text must not become part of a URL. */
const operationName = /^projects\/[\w.:-]{1,100}\/operations\/[\w.:-]{1,200}$/

const isOperationName = (name: string): boolean => operationName.test(name) && !name.includes("..")

/** Builds the request of projects.operations.get. Source: cloud.google.com/web-risk/docs/long-running-operations. */
const operationRequest = (reporter: ReportEndpoint, name: string): ReportRequest => ({
  url: new URL(`${reporter.url}/v1/${name}`),
  headers: authorizationHeaders(reporter)
})

const authorizationHeaders = ({ token }: ReportEndpoint) => ({
  Authorization: `Bearer ${Redacted.value(token)}`,
  Accept: "application/json"
})
