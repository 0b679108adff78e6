import type { Browser, BrowserContextOptions } from "playwright-core"
import { settled } from "./Views.ts"

const rounds = 5
/** CPU slowdown of a mid-tier phone in DevTools: four times slower than this machine. */
const slowTimes = 4

export interface Loaded {
  /** Transferred bytes by file type, compressed and with headers. */
  readonly bytes: Readonly<Record<string, number>>
  readonly requests: number
  /** Time from the start of navigation to the page's heading in milliseconds; the best of several rounds. */
  readonly headingMillis: number
  /** Time until no request is in progress, in milliseconds. */
  readonly settledMillis: number
}

/**
 * Loads a page alternately with an empty and a warm cache.
 *
 * @param state storage state of a signed-in browser
 */
export const measureLoad = async (
  browser: Browser,
  url: string,
  state: NonNullable<BrowserContextOptions["storageState"]>
): Promise<Readonly<Record<string, Loaded>>> => {
  const measured: Record<string, Loaded> = {}
  for (let round = 0; round < rounds; round++) {
    for (const slow of [1, slowTimes]) {
      const context = await browser.newContext({ storageState: state })
      for (const time of ["first", "again"]) {
        const name = `${time} load${slow === 1 ? "" : `, processor ${slow} times slower`}`
        const loaded = await loadOnce(context, url, slow)
        if ((measured[name]?.headingMillis ?? Infinity) > loaded.headingMillis) measured[name] = loaded
      }
      await context.close()
    }
  }
  return measured
}

const loadOnce = async (
  context: Awaited<ReturnType<Browser["newContext"]>>,
  url: string,
  slow: number
): Promise<Loaded> => {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: slow })
  const kinds = new Map<string, string>()
  const bytes: Record<string, number> = {}
  devtools.on("Network.responseReceived", ({ requestId, type }) => kinds.set(requestId, type))
  devtools.on("Network.loadingFinished", ({ encodedDataLength, requestId }) => {
    const kind = kinds.get(requestId) ?? "Other"
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength
  })
  await page.addInitScript(() => {
    const seen = () => {
      if (document.querySelector("h1") === null) return
      ;(globalThis as any).headingMillis = performance.now()
      watcher.disconnect()
    }
    const watcher = new MutationObserver(seen)
    watcher.observe(document, { childList: true, subtree: true })
  })
  const began = performance.now()
  await page.goto(url)
  await settled(page)
  // A page is idle after half a second without requests, which is subtracted.
  const settledMillis = Math.round(performance.now() - began - 500)
  const headingMillis = Math.round(await page.evaluate(() => (globalThis as any).headingMillis))
  await page.close()
  return { bytes, requests: kinds.size, headingMillis, settledMillis }
}
