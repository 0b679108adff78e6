import type { Page } from "playwright-core"

/** What can be looked at. */
export interface View {
  /** Of its picture. */
  readonly name: string
  /** Below `/dashboard`. */
  readonly path: string
  /** What is done there first: something is opened. */
  readonly open?: (page: Page) => Promise<void>
}

/** The newest things of an account, which have an address of their own; undefined where there is none. */
export interface Newest {
  readonly request?: string | undefined
  readonly document?: string | undefined
  readonly lead?: string | undefined
  readonly site?: string | undefined
  /** That waits for its review. */
  readonly submission?: number | undefined
}

const press = (name: string) => async (page: Page) => {
  await page.getByRole("main").getByRole("button", { name }).first().click()
  await page.getByRole("dialog").waitFor()
}

const view = (name: string, path: string, open?: View["open"]): View => ({ name, path, ...open && { open } })

/** Each page of the navigation, in its order. */
export const pageViews: ReadonlyArray<View> = [
  view("overview", "/"),
  view("requests", "/requests"),
  view("documents", "/documents"),
  view("credits", "/credits"),
  view("try", "/try"),
  view("leads", "/leads"),
  view("shield", "/shield"),
  view("rules", "/rules"),
  view("threats", "/threats"),
  view("keys", "/settings/keys"),
  view("members", "/settings/members"),
  view("sessions", "/settings/sessions"),
  view("audit", "/settings/audit"),
  view("retention", "/settings/retention"),
  view("profile", "/settings/profile")
]

/** What is within a page: its tabs, its dialogs, one thing of its list. */
export const innerViews = ({ document, lead, request, site, submission }: Newest): ReadonlyArray<View> => [
  view("try-url", "/try/url"),
  view("try-addresses", "/try/addresses"),
  view("try-lead", "/try/lead"),
  view("threats-blocklist", "/threats/blocklist"),
  view("threats-sources", "/threats/sources"),
  view("rules-add", "/rules", press("Add a rule")),
  view("keys-create", "/settings/keys", press("Create a key")),
  view("not-found", "/nowhere"),
  view("requests-none", "/requests?text=no-such-thing-anywhere"),
  view("shortcuts", "/settings/profile", async (page) => {
    await page.keyboard.press("?")
    await page.getByRole("dialog").waitFor()
  }),
  ...request === undefined ? [] : [view("request", `/requests/${request}`)],
  ...document === undefined ? [] : [view("document", `/documents/${document}`)],
  ...lead === undefined ? [] : [view("lead", `/leads/${lead}`)],
  ...submission === undefined ? [] : [view("submission", `/threats/submissions?open=${submission}`)],
  ...site === undefined ? [] : [
    view("site", `/shield/${site}`),
    view("site-install", `/shield/${site}?tab=install`),
    view("site-options", `/shield/${site}?tab=options`),
    view("site-keys", `/shield/${site}?tab=keys`)
  ]
]

/** Before somebody is signed in. */
export const entryViews: ReadonlyArray<View> = [
  view("sign-in", "/sign-in"),
  view("sign-in-refused", "/sign-in", async (page) => {
    await page.getByLabel("Email address").fill("nobody@example.com")
    await page.getByLabel("Password", { exact: true }).fill("not the right one at all")
    await page.locator("button[type=submit]").click()
    await page.getByRole("alert").waitFor()
  }),
  view("join-gone", "/join#gone"),
  view("reset-gone", "/reset#gone")
]

/** What the pages ask for the newest things. */
export const newestOf = async (ask: (path: string) => Promise<any>): Promise<Newest> => ({
  request: (await ask("/requests?limit=1"))?.items?.[0]?.requestId,
  document: (await ask("/documents?limit=1"))?.items?.[0]?.request.requestId,
  lead: (await ask("/leads?limit=1"))?.items?.[0]?.requestId,
  site: (await ask("/sites"))?.[0]?.id,
  submission: (await ask("/threats/submissions?state=pending&limit=1"))?.items?.[0]?.id
})

export const themes = ["light", "dark"] as const

export const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
} as const

const calmMillis = 80
/** What stands where something is still to come. */
const pending = "[aria-busy=true], [aria-label=Loading], .mantine-Skeleton-root[data-visible]"

/** Once a page shows what it has: a heading, nothing still to come, and nothing that changes from one look to the next. */
export const settled = async (page: Page): Promise<void> => {
  // What was done last shows with the next frame; its transitions begin with the one after it.
  await page.evaluate(() =>
    new Promise<void>((done) => {
      delete (globalThis as any).lastSeen
      requestAnimationFrame(() => requestAnimationFrame(() => done()))
    })
  )
  await page.waitForFunction(
    ({ calmMillis, pending }) => {
      const heading = document.querySelector("h1")?.textContent
      const files = performance.getEntriesByType("resource").length
      const moving = document.getAnimations().filter((one) => one instanceof CSSTransition).length
      const seen = `${heading} ${files} ${moving} ${document.body.innerHTML.length}`
      const last = (globalThis as any).lastSeen
      if (heading === undefined || moving > 0 || document.querySelector(pending) !== null || last?.seen !== seen) {
        ;(globalThis as any).lastSeen = { seen, at: performance.now() }
        return false
      }
      return performance.now() - last.at >= calmMillis
    },
    { calmMillis, pending },
    { polling: 20, timeout: 20_000 }
  )
}
