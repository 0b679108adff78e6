import { Effect } from "effect"
import { Ledger } from "gatehouse"
import { layerSqlite } from "gatehouse/storage"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as delay } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { openPage } from "../browser/Chromium.ts"
import { sharedChromium } from "../browser/SharedChromium.ts"
import { readText } from "../house/Tree.ts"
import { solve } from "../http/ShieldVisitor.ts"
import { nodeRuntime } from "../runtime/Runtimes.ts"
import { type StartedExample, startExample } from "../shield/StartExample.ts"
import { needs } from "../support/TestRun.ts"

const example = "examples/embedded-shield.ts"
const folder = mkdtempSync(join(tmpdir(), "gatehouse-embedded-"))
afterAll(() => rmSync(folder, { recursive: true }))

const price = 21
const cleanPdf = makePdf({ 1: "<</Type/Catalog>>" }, "none")
const dangerousPdf = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")

const start = (database: string): Promise<StartedExample> =>
  startExample([...nodeRuntime.command, example], { DATABASE: join(folder, database) })

const balanceOf = async ({ url }: StartedExample): Promise<any> => (await fetch(`${url}balance`)).json()

const sendForm = async ({ url }: StartedExample, email: string, token: string, bytes = cleanPdf) => {
  const body = new FormData()
  body.append("email", email)
  body.append("shield-token", token)
  body.append("file", new Blob([bytes as BlobPart]), "resume.pdf")
  const response = await fetch(`${url}apply`, { method: "POST", body })
  return { status: response.status, json: await response.json() }
}

/** Gets a token as the widget does, with SHA-256 puzzles. */
const solvedToken = async ({ url }: StartedExample): Promise<string> => {
  const [, sitekey] = /data-sitekey="([^"]+)"/.exec(await (await fetch(url)).text())!
  const call = async (path: string, body: object): Promise<any> =>
    (await fetch(`${url}shield/${path}`, {
      method: "POST",
      headers: { "Content-Type": "text/plain", Origin: new URL(url).origin },
      body: JSON.stringify(body)
    })).json()
  const challenge = await call("challenge", { sitekey, profile: "sha256" })
  const { token } = await call("redeem", { challenge: challenge.challenge, counters: solve(challenge), signals: null })
  return token
}

it("has at most 150 lines", () => {
  expect(readText(example).split("\n").length - 1).toBeLessThanOrEqual(150)
})

describe("a program with Gatehouse inside", () => {
  let portal: StartedExample
  beforeAll(async () => {
    portal = await start("portal.db")
  })
  afterAll(() => portal.end())

  it("issues a challenge, verifies the token once, and charges for the address and the document", async () => {
    const { available } = await balanceOf(portal)
    const token = await solvedToken(portal)
    const first = await sendForm(portal, "ann@example.com", token)
    expect(first).toMatchObject({ status: 200, json: { ok: true, rating: "ok", verification: { kind: "human" } } })
    expect(await balanceOf(portal)).toMatchObject({ available: available - price, held: 0, faults: [] })
    const again = await sendForm(portal, "ann@example.com", token)
    expect(again).toMatchObject({ status: 403, json: { ok: false } })
    expect(await balanceOf(portal)).toMatchObject({ available: available - price, held: 0 })
  })

  it("refuses a dangerous document and a disposable address, and returns credits of work that fails", async () => {
    const { available } = await balanceOf(portal)
    const dangerous = await sendForm(portal, "ann@example.com", await solvedToken(portal), dangerousPdf)
    expect(dangerous).toMatchObject({ status: 422, json: { message: expect.stringContaining("cmd.exe is started") } })
    const disposable = await sendForm(portal, "ann@mailinator.com", "")
    expect(disposable.status).not.toBe(200)
    const before = (await balanceOf(portal)).available
    expect(available - before).toBeGreaterThanOrEqual(price)
    const text = new TextEncoder().encode("plain text")
    expect((await sendForm(portal, "ann@example.com", "", text as typeof cleanPdf)).status).toBe(422)
    expect(await balanceOf(portal)).toMatchObject({ available: before, held: 0, faults: [] })
  })

  it("accepts a person in a real Chromium", { tags: [needs.chromium] }, async () => {
    const browser = await sharedChromium()
    const context = await browser.newContext()
    try {
      const page = await openPage(context, "untraced")
      await page.goto(portal.url)
      await page.locator("[name=email]").pressSequentially("ann@example.com")
      await page.locator("[name=file]").setInputFiles({
        name: "resume.pdf",
        mimeType: "application/pdf",
        buffer: Buffer.from(cleanPdf)
      })
      await page.waitForFunction(() =>
        (document.querySelector<HTMLInputElement>("[name=shield-token]")?.value ?? "") !== ""
      )
      const [response] = await Promise.all([page.waitForResponse(/\/apply$/), page.locator("button").click()])
      expect(await response.json()).toMatchObject({ ok: true, verification: { kind: "human" } })
    } finally {
      await context.close()
    }
  })
})

describe("a program that is killed with SIGKILL under load", () => {
  /** Forms whose responses arrive well before the kill. */
  const before = 4
  /** Forms sent at once. The kill follows the first response, when most are in progress. */
  const during = 24

  it("loses no charge, charges nothing twice, and returns what was in progress", async () => {
    const database = "killed.db"
    const first = await start(database)
    const send = () => sendForm(first, "ann@example.com", "").then(({ status }) => status, () => "lost" as const)
    for (let n = 0; n < before; n++) expect(await send()).toBe(200)
    // Deliveries are stored within about 100 ms. Until then, a kill refunds them.
    await delay(2_000)
    const answers = Array.from({ length: during }, send)
    await Promise.race(answers)
    await first.end()
    const statuses = await Promise.all(answers)
    expect(statuses).toContain("lost")

    const second = await start(database)
    await expect.poll(() => balanceOf(second), { timeout: 20_000 }).toMatchObject({ held: 0, sum: 0, faults: [] })
    const { available } = await balanceOf(second)
    const charged = (1_000 - available) / price
    expect(Number.isInteger(charged)).toBe(true)
    expect(charged).toBeGreaterThanOrEqual(before)
    // Of the forms in progress, at least those that the pool of document readers had not reached are not charged.
    expect(charged).toBeLessThan(before + during)
    expect(await sendForm(second, "ann@example.com", "")).toMatchObject({ status: 200 })
    await second.end()

    // Another program reads the same ledger through the library.
    const reading = Ledger.use((ledger) => ledger.verify).pipe(
      Effect.provide(layerSqlite({ filename: join(folder, database) }))
    )
    expect(await Effect.runPromise(reading)).toMatchObject({ sum: 0, faults: [] })
  })
})
