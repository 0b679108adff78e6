import { beforeAll, expect, it } from "vitest"
import { findNewest, innerViews, pageViews, type View, waitUntilSettled } from "../../../../scripts/screens/Views.ts"
import type { InProcessServer } from "../../../support/InProcessServer.ts"
import { sample } from "../../../support/TestRun.ts"
import { accept, type Dashboard } from "../Dashboard.ts"
import { injected, markup, payloads } from "../Payloads.ts"
import { siteOptions } from "../SiteOptions.ts"
import type { Window } from "../Windows.ts"

const [first = ""] = payloads
/** Names of views that show the first payload. */
const named = [
  "requests",
  "documents",
  "leads",
  "shield",
  "rules",
  "keys",
  "webhooks",
  "webhook",
  "members",
  "audit",
  "threats-blocklist",
  "request"
]
/** Names of views without untrusted text. */
const viewsWithoutUserText = new Set([
  "try",
  "try-url",
  "try-addresses",
  "try-lead",
  "retention",
  "profile",
  "shortcuts",
  "keys-create",
  "webhooks-create",
  "not-found",
  "rules-add",
  "threats-sources"
])
const mallory = { name: first, email: "mallory@example.com", password: "four wet boots by the stove" }
/** Return paths that leave the dashboard. `test/dashboard/entry/ReturnPath.test.ts` tests more of them. */
const elsewhere = [
  "javascript:alert(1)",
  "//evil.test/",
  "https://evil.test/",
  "/\\evil.test/",
  "/%09/evil.test",
  first
]

/** Server settings that the tests below need. */
export const injectionSettings = { GATEHOUSE_LEAD_MESSAGES: "keep", GATEHOUSE_HISTORY_SUBJECTS: "full" }
export const injectedUserAgent = `Mozilla/5.0 ${first}`

/** Tests that untrusted text never becomes markup. The tests sign `window` out. */
export const injectionTests = (dashboard: () => Dashboard<InProcessServer>, window: () => Window): void => {
  let mine: Window
  /** Number of payloads that the server accepted, by kind of object. */
  const taken: Record<string, number> = {}

  /** Expects that the current page contains no injected elements, and that no faults occurred. */
  const expectClean = async (where: string) => {
    expect([where, await injected(mine.page)]).toEqual([where, []])
    expect([where, mine.faults]).toEqual([where, []])
  }

  const keep = async (
    what: string,
    path: string,
    bodyOf: (payload: string) => unknown,
    status: ReadonlyArray<number>
  ) => {
    for (const payload of payloads) {
      const answer = await mine.ask("POST", path, bodyOf(payload))
      expect(status, `${path} ${payload}`).toContain(answer.status())
      if (answer.ok()) taken[what] = (taken[what] ?? 0) + 1
    }
  }

  beforeAll(async () => {
    mine = window()
    mine.page.on("request", (request) => {
      const url = new URL(request.url())
      if (url.host !== new URL(dashboard().gatehouse.baseUrl).host && url.protocol !== "data:") {
        mine.faults.push(`asked: ${url}`)
      }
    })
    const { post } = dashboard().gatehouse
    await keep("keys", "/keys", (name) => ({ name, requestsPerMinute: 60 }), [200, 422])
    await keep("sites", "/sites", (name) => ({ name, hostnames: ["shop.example"], options: siteOptions }), [200, 422])
    // One endpoint, because all payloads together exceed the maximum number of endpoints.
    const endpoint = { url: "https://hooks.example/", description: first, events: ["document.blocked"] }
    expect((await mine.ask("POST", "/webhooks", endpoint)).status()).toBe(200)
    let at = 0
    await keep("rules", "/rules", (note) => ({ kind: "domain", action: "block", value: `r${at++}.example`, note }), [
      200,
      422
    ])
    await keep("blocklist", "/threats/blocklist", (reason) => ({
      url: `http://b${at++}.example/${reason}`,
      scope: "url",
      action: "block",
      reason,
      days: null,
      force: false
    }), [200, 422])
    for (const payload of payloads) {
      const form = new FormData()
      const launches = payload.replaceAll(/[()\\]/g, "\\$&")
      form.set(
        "file",
        new File([
          `%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/Launch/F(${launches})>>>>endobj\ntrailer<</Root 1 0 R>>`
        ], `${payload}.pdf`)
      )
      const lead = {
        email: "ann@example.com",
        message: `${payload} ${"please ".repeat(4)}`,
        source: payload,
        name: payload,
        company: payload
      }
      const answers = await Promise.all([
        post("/scan", form),
        post("/lead/analyze", lead),
        post("/scan/url", { url: `http://u.example/?q=${payload}` }),
        post("/scan/email", { email: `${payload}@example.com` }),
        post("/submit-phishing-link", { url: `http://s.example/${payload}` })
      ])
      for (const { status } of answers) expect(status).toBeLessThan(500)
    }
    const invited = await mine.ask("POST", "/invitations", { role: "member", email: null })
    const theirs = await dashboard().visitor({ userAgent: first })
    await accept(theirs, (await invited.json()).link, mallory)
    await theirs.ask("POST", "/sign-in", { email: first, password: first })
    expect(theirs.faults).toEqual([])
    await theirs.context.close()
  })

  it("detects markup if there is any", async () => {
    const { page } = mine
    await mine.load("/settings/profile")
    const put = (html: string) =>
      page.evaluate((html) => (document.body.appendChild(document.createElement("div")).innerHTML = html), html)
    expect(await injected(page)).toEqual([])
    for (const payload of markup) {
      await put(payload)
      expect([payload, await injected(page)]).not.toEqual([payload, []])
      await page.evaluate(() => document.body.lastElementChild!.remove())
      expect([payload, await injected(page)]).toEqual([payload, []])
    }
    // The page's content security policy has blocked the script.
    expect(mine.faults.splice(0).length).toBeGreaterThan(0)
  })

  it("stays text on every page, in every list and in every detail", async () => {
    expect(taken).toMatchObject({ keys: payloads.length, sites: payloads.length, rules: payloads.length })
    const ask = async (path: string) => (await mine.ask("GET", path)).json()
    const shown: Record<string, boolean> = {}
    const newest = { ...await findNewest(ask), site: (await ask("/sites")).at(-1).id }
    const views = [...pageViews, ...innerViews(newest)]
    const isOwn = ({ name }: View) => viewsWithoutUserText.has(name)
    const others = sample("views of nothing but our own words", views.filter(isOwn), 1)
    for (const { name, open, path } of views.filter((view) => !isOwn(view) || others.includes(view))) {
      await mine.go(path)
      await open?.(mine.page)
      await expectClean(path)
      shown[name] = await mine.page.evaluate((first) => document.body.innerText.includes(first), first)
      if (open !== undefined) await mine.page.keyboard.press("Escape")
    }
    const asText = Object.keys(shown).filter((name) => shown[name])
    expect(asText).toEqual(
      expect.arrayContaining(named)
    )
  })

  it("stays text in dialogs that name it", async () => {
    const { go, page } = mine
    await go("/settings/keys")
    await page.getByRole("button", { name: `Revoke key ${first}` }).click()
    await page.getByRole("dialog").getByText(first).first().waitFor()
    await expectClean("revoke")
    await go("/settings/members")
    await page.getByRole("button", { name: `Remove ${first}` }).click()
    await page.getByRole("dialog").getByText(first).first().waitFor()
    await expectClean("remove")
  })

  it("stays text in URLs: paths, queries and fragments", async () => {
    for (const payload of sample("payloads in addresses", payloads, 3)) {
      const text = encodeURIComponent(payload)
      const paths = [
        `/requests?text=${text}&operation=${text}&verdict=${text}&status=${text}&keyId=${text}&from=${text}`,
        `/requests/${text}`,
        `/?range=${text}&from=${text}&to=${text}`,
        `/rules?kind=${text}&text=${text}`,
        `/threats/${text}?state=${text}&open=${text}`,
        `/nowhere/${text}#${text}`
      ]
      for (const [at, path] of (payload === first ? paths : paths.slice(0, 1)).entries()) {
        // Loads some pages instead of navigating to them, because the server then parses their URL too.
        await (payload === first && at % 3 === 0 ? mine.load(path) : mine.go(path))
        await expectClean(path)
      }
    }
  })

  it("stays text in error messages and in direct requests", async () => {
    const { go, page } = mine
    await go("/rules")
    await page.getByLabel("Test a value").fill(first)
    await page.getByRole("button", { name: "Test value", exact: true }).click()
    await waitUntilSettled(page)
    await expectClean("rules, tested")
    await go("/try/url")
    for (const payload of [first, "javascript:alert(1)", `http://u.example/${first}`]) {
      await page.getByRole("textbox").first().fill(payload)
      await page.keyboard.press("Enter")
      await page.getByRole("region", { name: "Response", exact: true }).waitFor()
      await waitUntilSettled(page)
      await expectClean(`tried, ${payload}`)
    }
  })

  it("cannot redirect to another origin after sign-in", async () => {
    const { page } = mine
    await mine.ask("POST", "/sign-out")
    for (const to of sample("where a sign-in could lead to", elsewhere, 2)) {
      await mine.go(`/sign-in?to=${encodeURIComponent(to)}`)
      await page.getByRole("textbox", { name: "Email address" }).fill(mallory.email)
      await page.getByLabel("Password", { exact: true }).fill(mallory.password)
      await page.locator("button[type=submit]").click()
      await page.waitForSelector("[aria-label=Pages]", { state: "attached" })
      expect(new URL(page.url()).host).toBe(new URL(dashboard().gatehouse.baseUrl).host)
      await mine.ask("POST", "/sign-out")
    }
    await page.goto(`/dashboard/join#${encodeURIComponent(first)}`)
    await page.getByText("This link does not work").waitFor()
    expect([await injected(page), mine.faults]).toEqual([[], []])
  })
}
