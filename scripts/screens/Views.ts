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

/** The newest of each kind of what `ask` lists, by the kind in letters of an address. */
const newestOfEach = async <Item>(
  ask: (path: string) => Promise<any>,
  path: string,
  kindOf: (item: Item) => string
): Promise<ReadonlyMap<string, Item>> => {
  const { items } = await ask(path) as { readonly items: ReadonlyArray<Item> }
  // Newest first: what is set last stays.
  return new Map(items.toReversed().map((item) => [kindOf(item).toLowerCase().replaceAll(/\W+/g, "-"), item]))
}

/**
 * The newest of each kind of request, document, lead and submission, opened: what came of it decides what its page says.
 *
 * @param ask the account API
 */
export const kindViews = async (ask: (path: string) => Promise<any>): Promise<ReadonlyArray<View>> => {
  const requests = await newestOfEach<any>(
    ask,
    "/requests?limit=200",
    ({ operation, status, verdict }) =>
      status >= 500
        ? "failed"
        : status >= 400
        ? "refused"
        : operation === "scan" || operation === "scan/url"
        ? `${operation} ${/^\w+/.exec(verdict)?.[0] ?? ""}`
        : operation
  )
  const documents = await newestOfEach<any>(ask, "/documents?limit=200", ({ request }) => request.verdict.split(" ")[0])
  const leads = await newestOfEach<any>(
    ask,
    "/leads?limit=200",
    ({ mark, verdict }) => mark === null ? verdict : "marked"
  )
  const submissions = await newestOfEach<any>(ask, "/threats/submissions?limit=200", ({ state }) => state)
  return [
    ...[...requests].map(([kind, { requestId }]) =>
      view(`request-${kind}`, `/requests/${requestId}?text=${requestId}`)
    ),
    ...[...documents].map(([kind, { request }]) => view(`document-${kind}`, `/documents/${request.requestId}`)),
    ...[...leads].map(([kind, { requestId }]) => view(`lead-${kind}`, `/leads/${requestId}`)),
    ...[...submissions].map(([kind, { id, state }]) =>
      view(`submission-${kind}`, `/threats/submissions?state=${state}&open=${id}`)
    )
  ]
}

export const themes = ["light", "dark"] as const

export const screens = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
} as const

const calmMillis = 50
const lookMillis = 25
const calmMillisMax = 20_000
/** What stands where something is still to come. */
const pending = "[aria-busy=true], [aria-label=Loading], .mantine-Skeleton-root[data-visible]"

/**
 * Waits until a page shows all that it loads: it has a heading, waits for no answer, and nothing has changed for a moment. Pages
 * count the requests that they wait for where `countRequests` is an init script.
 */
export const settled = async (page: Page): Promise<void> => {
  for (;;) {
    try {
      return await page.evaluate(becomeCalm, { calmMillis, calmMillisMax, lookMillis, pending })
    } catch (error) {
      // The page went elsewhere meanwhile: the next one is waited for.
      if (!/context was destroyed|navigat/i.test(String(error))) throw error
      await page.waitForLoadState()
    }
  }
}

/** Counts the requests of a page's scripts that have no answer yet, for `settled`. */
export const countRequests = (): void => {
  const { fetch } = globalThis
  let count = 0
  Object.defineProperty(globalThis, "requestsWaiting", { get: () => count })
  globalThis.fetch = async (...request) => {
    count++
    try {
      return await fetch(...request)
    } finally {
      count--
    }
  }
}

/** Within the page. */
const becomeCalm = async (limits: {
  readonly calmMillis: number
  readonly calmMillisMax: number
  readonly lookMillis: number
  readonly pending: string
}): Promise<void> => {
  let changedAt = performance.now()
  const watcher = new MutationObserver(() => changedAt = performance.now())
  watcher.observe(document, { attributes: true, characterData: true, childList: true, subtree: true })
  const waitsFor = (): string | null => {
    if ((globalThis as any).requestsWaiting > 0) return "answers"
    // React hides the page before while it loads the code of the next one.
    if (![...document.querySelectorAll("h1")].some((heading) => heading.checkVisibility())) return "a heading"
    const busy = document.querySelector(limits.pending)
    if (busy !== null) return busy.outerHTML.slice(0, 200)
    return document.getAnimations().some((one) => one instanceof CSSTransition) ? "transitions" : null
  }
  // What was done last shows with the next frame; its transitions begin with the one after it.
  await new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))
  const late = performance.now() + limits.calmMillisMax
  for (let last: string | null = null;;) {
    const missing = waitsFor()
    const now = performance.now()
    if (missing !== last) changedAt = now
    last = missing
    if (missing === null && now - changedAt >= limits.calmMillis) break
    if (now > late) throw new Error(`The page is not calm: it waits for ${missing ?? "an end of its changes"}.`)
    await new Promise((done) => setTimeout(done, limits.lookMillis))
  }
  watcher.disconnect()
}
