import type { Page } from "playwright-core"

/** View of the dashboard to capture. */
export interface View {
  /** Name of the screenshot. */
  readonly name: string
  /** Path below `/dashboard`. */
  readonly path: string
  /** Actions before the screenshot, such as opening a dialog. */
  readonly open?: (page: Page) => Promise<void>
}

/** Ids of the newest items that have their own URL; undefined if there are none. */
export interface NewestIds {
  readonly request?: string | undefined
  readonly document?: string | undefined
  readonly lead?: string | undefined
  readonly site?: string | undefined
  /** Id of a webhook endpoint, if possible one whose deliveries fail. */
  readonly webhook?: string | undefined
  /** Id of a delivery of that webhook endpoint. */
  readonly delivery?: number | undefined
  /** Id of the newest submission that waits for a review. */
  readonly submission?: number | undefined
}

const press = (name: string) => async (page: Page) => {
  await page.getByRole("main").getByRole("button", { name }).first().click()
  await page.getByRole("dialog").waitFor()
}

const view = (name: string, path: string, open?: View["open"]): View => ({ name, path, ...open && { open } })

/** All pages of the navigation, in order. */
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
  view("management-keys", "/settings/management-keys"),
  view("webhooks", "/settings/webhooks"),
  view("members", "/settings/members"),
  view("sessions", "/settings/sessions"),
  view("audit", "/settings/audit"),
  view("retention", "/settings/retention"),
  view("profile", "/settings/profile")
]

/** Views within pages: tabs, dialogs, and single items. */
export const innerViews = (
  { delivery, document, lead, request, site, submission, webhook }: NewestIds
): ReadonlyArray<View> => [
  view("try-url", "/try/url"),
  view("try-addresses", "/try/addresses"),
  view("try-lead", "/try/lead"),
  view("threats-blocklist", "/threats/blocklist"),
  view("threats-sources", "/threats/sources"),
  view("rules-add", "/rules", press("Add rule")),
  view("keys-create", "/settings/keys", press("Create API key")),
  view("management-keys-create", "/settings/management-keys", press("Create management key")),
  view("webhooks-create", "/settings/webhooks", press("Create endpoint")),
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
  ],
  ...webhook === undefined ? [] : [
    view("webhook", `/settings/webhooks/${webhook}`),
    view("webhook-settings", `/settings/webhooks/${webhook}?tab=settings`)
  ],
  ...webhook === undefined || delivery === undefined ? [] : [
    view("webhook-delivery", `/settings/webhooks/${webhook}?delivery=${delivery}`)
  ]
]

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

/** Fetches the newest items from the endpoints that the pages use. */
export const findNewest = async (fetchJson: (path: string) => Promise<any>): Promise<NewestIds> => {
  const endpoints: ReadonlyArray<any> = (await fetchJson("/webhooks"))?.endpoints ?? []
  const webhook: string | undefined = (endpoints.find(({ failingSince }) => failingSince !== null) ?? endpoints[0])?.id
  const deliveries = webhook && (await fetchJson(`/webhook-deliveries?endpoint=${webhook}&limit=1`))
  return {
    webhook,
    delivery: deliveries?.items?.[0]?.id,
    request: (await fetchJson("/requests?limit=1"))?.items?.[0]?.requestId,
    document: (await fetchJson("/documents?limit=1"))?.items?.[0]?.request.requestId,
    lead: (await fetchJson("/leads?limit=1"))?.items?.[0]?.requestId,
    site: (await fetchJson("/sites"))?.[0]?.id,
    submission: (await fetchJson("/threats/submissions?state=pending&limit=1"))?.items?.[0]?.id
  }
}

/** Returns the newest item of each kind in a list, by the kind's URL-safe name. */
const newestOfEach = async <Item>(
  fetchJson: (path: string) => Promise<any>,
  path: string,
  kindOf: (item: Item) => string
): Promise<ReadonlyMap<string, Item>> => {
  const { items } = await fetchJson(path) as { readonly items: ReadonlyArray<Item> }
  // The list is sorted newest first. For items with the same key, a map keeps the last item, so the list is reversed.
  return new Map(items.toReversed().map((item) => [kindOf(item).toLowerCase().replaceAll(/\W+/g, "-"), item]))
}

/**
 * Returns views of the newest request, document, lead and submission of each outcome. Their pages differ by outcome.
 *
 * @param fetchJson calls the account API
 */
export const outcomeViews = async (fetchJson: (path: string) => Promise<any>): Promise<ReadonlyArray<View>> => {
  const requests = await newestOfEach<any>(
    fetchJson,
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
  const documents = await newestOfEach<any>(
    fetchJson,
    "/documents?limit=200",
    ({ request }) => request.verdict.split(" ")[0]
  )
  const leads = await newestOfEach<any>(
    fetchJson,
    "/leads?limit=200",
    ({ mark, verdict }) => mark === null ? verdict : "marked"
  )
  const submissions = await newestOfEach<any>(fetchJson, "/threats/submissions?limit=200", ({ state }) => state)
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

export const colorSchemes = ["light", "dark"] as const

export const screenSizes = {
  desktop: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
} as const

const idleMillis = 50
const pollMillis = 25
const idleWaitMillisMax = 20_000
/** Selects placeholders of content that is still loading. */
const pending = "[aria-busy=true], [aria-label=Loading], .mantine-Skeleton-root[data-visible]"

/**
 * Waits until a page has a heading, has no request in progress, and is unchanged for `idleMillis`. Requests are counted
 * only if `countRequests` is an init script of the page.
 */
export const waitUntilSettled = async (page: Page): Promise<void> => {
  for (;;) {
    try {
      return await page.evaluate(waitUntilIdle, {
        calmMillis: idleMillis,
        calmMillisMax: idleWaitMillisMax,
        lookMillis: pollMillis,
        pending
      })
    } catch (error) {
      // The page navigated during the evaluation, so the next page is evaluated.
      if (!/context was destroyed|navigat/i.test(String(error))) throw error
      await page.waitForLoadState()
    }
  }
}

/** Counts the pending requests of a page's scripts, for `waitUntilSettled`. */
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

/** Waits in the page until it is calm. Throws if it takes longer than `idleWaitMillisMax`. */
const waitUntilIdle = async (limits: {
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
    // Looks for a visible heading, because React hides the previous page while it loads the next page's code.
    if (![...document.querySelectorAll("h1")].some((heading) => heading.checkVisibility())) return "a heading"
    const busy = document.querySelector(limits.pending)
    if (busy !== null) return busy.outerHTML.slice(0, 200)
    return document.getAnimations().some((one) => one instanceof CSSTransition) ? "transitions" : null
  }
  // Waits for two frames: the last change appears in the next frame, and its transitions start in the frame after it.
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
