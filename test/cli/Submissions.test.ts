import { Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { layerEmbedded } from "../../apps/library/Embedded.ts"
import { submitPhishingLink } from "../../core/submissions/SubmitPhishingLink.ts"
import { ReportServer } from "../fakes/ReportServer.ts"
import { layerSqlite, layerStorageSql } from "../support/Storages.ts"
import { cliOnEmptyDatabase } from "./RunCli.ts"

describe("submissions", () => {
  const { databaseFile, json, run } = cliOnEmptyDatabase()
  const submit = (url: string) =>
    Effect.runPromise(
      submitPhishingLink(url, "acc").pipe(
        Effect.provide(Layer.merge(layerEmbedded, layerStorageSql(layerSqlite(databaseFile)))),
        Effect.map(({ id }) => id)
      )
    )
  let vendor: ReportServer
  beforeAll(async () => void (vendor = await ReportServer.start()))
  afterAll(() => vendor.stop())

  it("are an empty list at first", async () => {
    await json("migrate")
    expect((await json("submissions", "list", "--state", "all")).json).toEqual([])
    expect((await run(["submissions", "list"])).out).toContain("No submissions are waiting")
    for (const command of ["show", "accept", "reject", "forward"]) {
      const { err, exitCode } = await json("submissions", command, "17")
      expect(exitCode).toBe(1)
      expect(JSON.parse(err).message).toContain("gatehouse submissions list")
    }
  })

  it("are shown with triage's findings, without strangers' control characters", async () => {
    expect(await submit("https://paypal-login.bad-host.top/\u001B[31mred")).toBe(1)
    const { out } = await run(["submissions", "show", "1"])
    expect(out).toMatch(/^urgency +\d+$/m)
    expect(out).toMatch(/BRAND_LOOKALIKE +It looks like PayPal \([a-z ]+\): /)
    expect(out).not.toContain("\u001B")
    expect((await run(["submissions", "list"])).out).toMatch(
      /ID +STATE +URGENCY.*SIGNALS\n +1 +pending .*BRAND_LOOKALIKE/
    )
    expect((await json("submissions", "show", "1")).json).toMatchObject({
      id: 1,
      state: "pending",
      triage_reasons: expect.arrayContaining([{ code: "BRAND_LOOKALIKE", message: expect.any(String) }])
    })
  })

  it("are accepted for a page and 90 days, with the reviewer's name", async () => {
    const { json: accepted } = await json("submissions", "accept", "1", "--author", "ann")
    expect(accepted).toMatchObject({
      state: "accepted",
      reviewer: "ann",
      entry_id: 1,
      entry: { kind: "page", action: "block", source: "submission:1", author: "ann", reason: "reported and reviewed" }
    })
    const { created_at: from, expires_at: to } = accepted.entry
    expect(Date.parse(to) - Date.parse(from)).toBeCloseTo(90 * 86_400_000, -4)
    expect(await run(["submissions", "reject", "1"])).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("is already accepted")
    })
  })

  it("are accepted without expiry with 0 days, validated, and rejected with a reason", async () => {
    const id = String(await submit("https://docs.google.com/forms/d/1"))
    const wide = ["submissions", "accept", id, "--scope", "host"]
    expect(await run(wide)).toMatchObject({
      exitCode: 1,
      err: expect.stringContaining("Many sites share docs.google.com")
    })
    const { json: forced } = await json(...wide, "--force", "--expires-days", "0", "--reason", "all of it")
    expect(forced.entry).toMatchObject({ kind: "host", forced: true, expires_at: null, reason: "all of it" })
    const other = String(await submit("https://shop.example.com/"))
    expect((await json("submissions", "reject", other, "--reason", "our own shop")).json).toMatchObject({
      state: "rejected",
      rejection: "our own shop",
      entry: null
    })
  })

  it("are only forwarded to Google on request, and never if that is disabled", async () => {
    const id = String(await submit("https://phish.example.com/x"))
    const off = await run(["submissions", "accept", id, "--forward"])
    expect(off).toMatchObject({ exitCode: 1, err: expect.stringContaining("GATEHOUSE_WEB_RISK_TOKEN") })
    expect((await json("submissions", "show", id)).json.state).toBe("pending")

    const settings = {
      GATEHOUSE_WEB_RISK_URL: `${vendor.url}/`,
      GATEHOUSE_WEB_RISK_TOKEN: vendor.token,
      GATEHOUSE_WEB_RISK_PROJECT: vendor.project
    }
    vendor.fault = { kind: "status", status: 503 }
    const failed = await run(["submissions", "accept", id, "--forward"], "", settings)
    expect(failed).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining(`Submission ${id} is accepted`),
      err: expect.stringContaining(`gatehouse submissions forward ${id}`)
    })
    expect(failed.err).not.toContain(vendor.token)

    vendor.fault = null
    vendor.setState("RUNNING")
    const forward = ["submissions", "forward", id, "--abuse-type", "malware"]
    expect((await run(forward, "", settings)).out).toContain("Google is reviewing it")
    expect(vendor.submitted).toMatchObject([{
      submission: { uri: "https://phish.example.com/x" },
      threatInfo: { abuseType: "MALWARE" }
    }])
    vendor.setState("SUCCEEDED")
    expect((await run([...forward, "--json"], "", settings)).json.forwarded.state).toBe("listed")
    expect(vendor.submitted).toHaveLength(1)
  })
})
