import { Effect, Result, Schema } from "effect"
import { isIpHost } from "../urls/HostName.ts"
import { isPublicAddress } from "../urls/PublicAddress.ts"
import { isPublicHost } from "../urls/PublicHost.ts"
import { parseWebUrl } from "../urls/WebUrl.ts"
import type { Submission } from "./Submission.ts"
import { Submissions } from "./Submissions.ts"
import { type ThreatReport, ThreatReports } from "./ThreatReports.ts"

export class SubmissionNotAccepted extends Schema.TaggedError<SubmissionNotAccepted>()("SubmissionNotAccepted", {
  id: Schema.Int,
  state: Schema.String
}) {
  override get message(): string {
    return `Submission ${this.id} is ${this.state}. Only accepted submissions can be reported to the vendor.`
  }
}

/**
 * Error for a URL whose host is in a private network. A vendor cannot check the host, and its name must not be
 * disclosed.
 */
export class SubmissionHostNotPublic
  extends Schema.TaggedError<SubmissionHostNotPublic>()("SubmissionHostNotPublic", { id: Schema.Int })
{
  override get message(): string {
    return `Submission ${this.id} names a host in a private network, so it cannot be reported to the vendor.`
  }
}

/**
 * Reports an accepted submission to the vendor, or refreshes the state of an earlier report. A submission is reported
 * once, unless the vendor could not check it. Fails with `ReportFailed` if the vendor rejects the report. The caller
 * can then retry.
 */
export const forwardSubmission = Effect.fn("forwardSubmission")(
  function*(id: number, abuseType: ThreatReport["abuseType"]) {
    const submissions = yield* Submissions
    const reports = yield* ThreatReports
    const submission = yield* submissions.get(id)
    const { forwarded, state, url } = submission
    if (state !== "accepted") return yield* new SubmissionNotAccepted({ id, state })
    if (!isPublic(url)) return yield* new SubmissionHostNotPublic({ id })
    if (forwarded !== null && (forwarded.state === "listed" || forwarded.state === "declined")) return submission
    const receipt = forwarded?.state === "running"
      ? yield* reports.follow(forwarded.reference)
      : yield* reports.report({ url, abuseType, comments: commentsOf(submission) })
    yield* submissions.setForwarded(id, receipt)
    return { ...submission, forwarded: receipt } satisfies Submission
  }
)

const isPublic = (url: string): boolean =>
  Result.match(parseWebUrl(url), {
    onFailure: () => false,
    onSuccess: ({ readings }) =>
      readings.every(({ host }) =>
        isIpHost(host) ? isPublicAddress(host.replace(/^\[(.*)\]$/, "$1")) : isPublicHost(host)
      )
  })

/** Returns the triage findings about the URL itself. Matches in the server's own lists are not disclosed. */
const commentsOf = ({ triageReasons }: Submission): ReadonlyArray<string> =>
  triageReasons.filter(({ code, message }) => message !== "" && vendorReasonCodes.has(code)).map(({ message }) =>
    message
  )

const vendorReasonCodes: ReadonlySet<string> = new Set([
  "BRAND_LOOKALIKE",
  "IP_HOST",
  "USER_INFO",
  "INTERNATIONAL_HOST",
  "LURE_WORDS"
])
