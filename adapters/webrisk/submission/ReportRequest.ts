import { Redacted } from "effect"
import type { ThreatReport } from "../../../core/submissions/ThreatReports.ts"
import type { HttpRequest } from "../http/Http.ts"

/** Whom to tell, and as whom. */
export interface Reporter {
  /** Where the API is, without a slash at its end. */
  readonly url: string
  /** The number or the name of the Google Cloud project that is allowed to submit. */
  readonly project: string
  /** An OAuth access token with the scope cloud-platform; they last for an hour. */
  readonly token: Redacted.Redacted<string>
}

export const reportMillisMax = 15_000
export const operationBytesMax = 64 * 1024
/** Sentences that go with a report, and how long each may be. */
export const commentsMax = 10
export const commentCharsMax = 500

const abuseTypes: Readonly<Record<ThreatReport["abuseType"], string>> = {
  phishing: "SOCIAL_ENGINEERING",
  malware: "MALWARE",
  "unwanted-software": "UNWANTED_SOFTWARE"
}

type Asked = Omit<HttpRequest, "millisMax" | "bytesMax">

/**
 * projects.uris.submit. Somebody reported the URL and somebody has looked at it: both are told.
 * Source: cloud.google.com/web-risk/docs/reference/rest/v1/projects.uris/submit.
 */
export const submitRequest = (reporter: Reporter, { abuseType, comments, url }: ThreatReport): Asked => ({
  url: new URL(`${reporter.url}/v1/projects/${encodeURIComponent(reporter.project)}/uris:submit`),
  headers: { ...authorized(reporter), "Content-Type": "application/json" },
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

/** The name of an operation, as the vendor gives it; nothing else may become a part of an address. */
const operationName = /^projects\/[\w.:-]{1,100}\/operations\/[\w.:-]{1,200}$/

export const isOperationName = (name: string): boolean => operationName.test(name) && !name.includes("..")

/** projects.operations.get. Source: cloud.google.com/web-risk/docs/long-running-operations. */
export const operationRequest = (reporter: Reporter, name: string): Asked => ({
  url: new URL(`${reporter.url}/v1/${name}`),
  headers: authorized(reporter)
})

const authorized = ({ token }: Reporter) => ({
  Authorization: `Bearer ${Redacted.value(token)}`,
  Accept: "application/json"
})
