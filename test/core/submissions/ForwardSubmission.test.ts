import { Effect, Layer } from "effect"
import { describe, expect, it } from "vitest"
import * as SubmissionsMemory from "../../../adapters/storage/memory/SubmissionsMemory.ts"
import { forwardSubmission } from "../../../core/submissions/ForwardSubmission.ts"
import type { Submission } from "../../../core/submissions/Submission.ts"
import { Submissions } from "../../../core/submissions/Submissions.ts"
import { ReportFailed, type ReportReceipt, ThreatReports } from "../../../core/submissions/ThreatReports.ts"

const accepted: Omit<Submission, "id"> = {
  url: "https://paypa1-login.com/verify",
  canonicalUrl: "paypa1-login.com/verify",
  accountId: "a",
  state: "accepted",
  createdAt: new Date(0),
  reviewedAt: new Date(1),
  reviewer: "ann",
  rejection: null,
  entryId: 3,
  triageRisk: 90,
  triageReasons: [
    { code: "ALREADY_LISTED", message: "Already listed by our partner." },
    { code: "BRAND_LOOKALIKE", message: "It looks like PayPal." },
    { code: "LURE_WORDS", message: "" }
  ],
  forwarded: null
}

type Answer = Effect.Effect<ReportReceipt, ReportFailed>
const receipt = (state: ReportReceipt["state"]): Answer => Effect.succeed({ reference: "operation/1", state })

/**
 * Forwards a submission once per vendor response.
 *
 * Returns the requests to the vendor and the stored result.
 */
const forwarding = (changes: Partial<Submission>, answers: ReadonlyArray<Answer>) => {
  const recorded: Array<unknown> = []
  const left = [...answers]
  const reports = Layer.succeed(ThreatReports, {
    report: (report) => Effect.suspend(() => (recorded.push(report), left.shift()!)),
    follow: (reference) => Effect.suspend(() => (recorded.push(reference), left.shift()!))
  })
  return Effect.runPromise(
    Effect.gen(function*() {
      const submissions = yield* Submissions
      const { id } = yield* submissions.add({ ...accepted, ...changes })
      const times = Math.max(1, answers.length)
      const done = yield* Effect.forEach(
        Array.from({ length: times }),
        () => Effect.result(forwardSubmission(id, "phishing"))
      )
      return { told: recorded, last: done.at(-1)!, stored: (yield* submissions.get(id)).forwarded }
    }).pipe(Effect.provide(Layer.merge(SubmissionsMemory.layer, reports)))
  )
}

describe("an accepted submission", () => {
  it("is reported with triage signals from the URL, but not with results of the operator's lists", async () => {
    const { stored, told } = await forwarding({}, [receipt("running")])
    expect(told).toEqual([{ url: accepted.url, abuseType: "phishing", comments: ["It looks like PayPal."] }])
    expect(stored).toEqual({ reference: "operation/1", state: "running" })
  })

  it("is reported once, and then polled until it is settled", async () => {
    const { stored, told } = await forwarding({}, [receipt("running"), receipt("running"), receipt("listed")])
    expect(told.slice(1)).toEqual(["operation/1", "operation/1"])
    expect(stored?.state).toBe("listed")
    expect((await forwarding({ forwarded: stored }, [])).told).toEqual([])
  })

  it("is reported again if the vendor could not process it", async () => {
    const { told } = await forwarding({ forwarded: { reference: "old", state: "failed" } }, [receipt("running")])
    expect(told).toMatchObject([{ url: accepted.url }])
  })

  it("stays unchanged if the vendor does not accept it", async () => {
    const failed = new ReportFailed({ message: "The token has expired." })
    const { last, stored } = await forwarding({}, [Effect.fail(failed)])
    expect(last).toMatchObject({ failure: failed })
    expect(stored).toBe(null)
  })
})

describe("the vendor receives no report of", () => {
  it.each(["pending", "rejected"] as const)("a submission that is %s", async (state) => {
    const { last, told } = await forwarding({ state }, [])
    expect([told, last]).toMatchObject([[], { failure: { _tag: "SubmissionNotAccepted" } }])
  })

  it.each([
    "http://192.168.1.1/a",
    "http://[::1]/",
    "http://intranet/",
    "https://wiki.corp/x",
    "http://0x7f.1/",
    "http://example.com\\@10.0.0.1/"
  ])("%s, which is in a private network", async (url) => {
    const { last, told } = await forwarding({ url }, [])
    expect([told, last]).toMatchObject([[], { failure: { _tag: "SubmissionHostNotPublic" } }])
  })
})
