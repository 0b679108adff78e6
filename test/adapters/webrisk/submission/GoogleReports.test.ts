import { Effect, Redacted, Result } from "effect"
import * as fc from "fast-check"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import {
  buildSubmitRequest,
  commentCharsMax,
  commentsMax,
  googleReports,
  parseReceipt,
  type ReportEndpoint
} from "../../../../adapters/webrisk/submission/GoogleReports.ts"
import * as ReportsOff from "../../../../adapters/webrisk/submission/ReportsDisabled.ts"
import { type ThreatReport, ThreatReports } from "../../../../core/submissions/ThreatReports.ts"
import type { HttpFault } from "../../../fakes/HttpFaults.ts"
import { ReportServer } from "../../../fakes/ReportServer.ts"

let vendor: ReportServer
beforeAll(async () => void (vendor = await ReportServer.start()))
afterAll(() => vendor.stop())
beforeEach(() => {
  vendor.fault = null
  vendor.setState("RUNNING")
})

const name = "projects/1234/operations/op-1"
const wanted: ThreatReport = { url: "https://paypa1.example/a?b#c", abuseType: "phishing", comments: ["It looks."] }

const reporter = (changes: Partial<ReportEndpoint> = {}): ReportEndpoint => ({
  url: vendor.url,
  project: vendor.project,
  token: Redacted.make(vendor.token),
  ...changes
})
const report = (changes?: Partial<ReportEndpoint>) => Effect.runPromise(googleReports(reporter(changes)).report(wanted))
const follow = (reference = name) => Effect.runPromise(googleReports(reporter()).follow(reference))
const failure = (changes?: Partial<ReportEndpoint>) =>
  Effect.runPromise(Effect.flip(googleReports(reporter(changes)).report(wanted)))

describe("a report to Web Risk", () => {
  it("includes the threat, the reason, and that it was reported and reviewed", async () => {
    expect(await report()).toEqual({ reference: name, state: "running" })
    expect(vendor.submitted.at(-1)).toEqual({
      submission: { uri: wanted.url },
      threatInfo: {
        abuseType: "SOCIAL_ENGINEERING",
        threatConfidence: { level: "HIGH" },
        threatJustification: { labels: ["USER_REPORT", "MANUAL_VERIFICATION"], comments: ["It looks."] }
      }
    })
  })

  it.each([
    ["RUNNING", "running"],
    ["SUCCEEDED", "listed"],
    ["CLOSED", "declined"],
    ["FAILED", "failed"],
    ["CANCELLED", "failed"]
  ])("that is %s is %s", async (state, told) => {
    vendor.setState(state)
    expect(await follow()).toEqual({ reference: name, state: told })
  })

  it("has failed if the operation ended in an error, and is running without a state", async () => {
    vendor.operation = { done: true, error: { code: 3, message: "The URI cannot be reached." } }
    expect((await follow()).state).toBe("failed")
    vendor.operation = {}
    expect((await follow()).state).toBe("running")
  })

  it.each<readonly [string, HttpFault, RegExp]>([
    ["no right", { kind: "status", status: 403 }, /allow the project 1234 to submit/],
    ["a bad request", { kind: "status", status: 400 }, /It did not work\. Google rejected the request\.$/],
    ["too many", { kind: "status", status: 429 }, /Try again later\.$/],
    ["an outage", { kind: "status", status: 503 }, /Try again later\.$/],
    ["a broken connection", { kind: "reset" }, /could not be reached.*Try again later\.$/],
    ["a portal", { kind: "portal" }, /invalid JSON/],
    ["a truncated answer", { kind: "truncated" }, /invalid JSON/]
  ])("fails on %s with instructions, without disclosing the token", async (_, fault, says) => {
    vendor.fault = fault
    const { _tag, message } = await failure()
    expect(_tag).toBe("ReportFailed")
    expect(message).toMatch(says)
    expect(message).not.toContain(vendor.token)
  })

  it("fails on an expired token and explains how to get a new one", async () => {
    expect((await failure({ token: Redacted.make("old") })).message).toContain("gcloud auth print-access-token")
  })

  it("fails on a project that does not exist, whatever its name", async () => {
    expect((await failure({ project: "../../evil?" })).message).toMatch(/does not know the project/)
  })

  it.each(["", "x", "projects/1/operations/../../x", "projects/1/operations/a?b", "https://evil.example/"])(
    "rejects the operation name %j",
    async (reference) => {
      expect((await Effect.runPromise(Effect.flip(googleReports(reporter()).follow(reference))))._tag).toBe(
        "ReportFailed"
      )
    }
  )

  it("fails with the reason if reporting is off", async () => {
    const failure = Effect.flip(Effect.flatMap(ThreatReports, (reports) => reports.report(wanted)))
    expect(await Effect.runPromise(Effect.provide(failure, ReportsOff.layer("Set the token."))))
      .toMatchObject({ message: "Set the token." })
  })
})

describe("requests and responses", () => {
  it("respect their limits for any comments", () => {
    const body =
      buildSubmitRequest(reporter(), { ...wanted, comments: Array.from({ length: 99 }, () => "x".repeat(9_999)) }).body
    const { comments } = JSON.parse(body!).threatInfo.threatJustification
    expect([comments.length, comments[0].length]).toEqual([commentsMax, commentCharsMax])
    const without = buildSubmitRequest(reporter(), { ...wanted, comments: [] }).body
    expect(JSON.parse(without!).threatInfo.threatJustification).not.toHaveProperty("comments")
  })

  it.each([
    null,
    [],
    "x",
    {},
    { name: "" },
    { name: "operations/1" },
    { name, done: true },
    { name, done: true, metadata: { state: "RUNNING" } },
    { name, done: true, metadata: { state: "constructor" } },
    { name, metadata: "x" }
  ])("reject %j", (json) => expect(Result.isFailure(parseReceipt(json))).toBe(true))

  it("are parsed without an exception for any input", () => {
    fc.assert(fc.property(fc.jsonValue(), (json) => void parseReceipt(json)))
  })
})
