import { Effect, Result, Schema } from "effect"
import { isIpHost } from "../urls/HostName.ts"
import { isPublicAddress } from "../urls/PublicAddress.ts"
import { isPublicHost } from "../urls/PublicHost.ts"
import { parseWebUrl } from "../urls/WebUrl.ts"
import type { Submission } from "./Submission.ts"
import { Submissions } from "./Submissions.ts"
import { type ThreatReport, ThreatReports } from "./ThreatReports.ts"

export class NotAccepted extends Schema.TaggedError<NotAccepted>()("NotAccepted", {
  id: Schema.Int,
  state: Schema.String
}) {
  override get message(): string {
    return `Submission ${this.id} is ${this.state}: only accepted ones are handed on.`
  }
}

/** Of a host within one network no vendor can know anything, and its name is nobody else's business. */
export class NotPublic extends Schema.TaggedError<NotPublic>()("NotPublic", { id: Schema.Int }) {
  override get message(): string {
    return `Submission ${this.id} is about a host within a network: it is not handed on.`
  }
}

/**
 * Hands an accepted submission on to the vendor, or asks how it stands if it was handed on before: it is reported once, unless the
 * vendor could not look at it. Fails with `ReportFailed` when the vendor does not take it; it can be tried again.
 */
export const forwardSubmission = Effect.fn("forwardSubmission")(
  function*(id: number, abuseType: ThreatReport["abuseType"]) {
    const submissions = yield* Submissions
    const reports = yield* ThreatReports
    const submission = yield* submissions.get(id)
    const { forwarded, state, url } = submission
    if (state !== "accepted") return yield* new NotAccepted({ id, state })
    if (!isPublic(url)) return yield* new NotPublic({ id })
    if (forwarded !== null && (forwarded.state === "listed" || forwarded.state === "declined")) return submission
    const receipt = forwarded?.state === "running"
      ? yield* reports.follow(forwarded.reference)
      : yield* reports.report({ url, abuseType, comments: commentsOf(submission) })
    yield* submissions.forwarded(id, receipt)
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

/** What triage saw in the URL itself; what own lists say of it is nobody else's business. */
const commentsOf = ({ triageReasons }: Submission): ReadonlyArray<string> =>
  triageReasons.filter(({ code, message }) => message !== "" && toldToVendors.has(code)).map(({ message }) => message)

const toldToVendors: ReadonlySet<string> = new Set([
  "BRAND_LOOKALIKE",
  "IP_HOST",
  "USER_INFO",
  "INTERNATIONAL_HOST",
  "LURE_WORDS"
])
