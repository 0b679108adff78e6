import type { Browser, BrowserContextOptions } from "playwright-core"
import { waitUntilSettled } from "./Views.ts"

const rounds = 5
/** CPU slowdown that DevTools uses for a mid-tier phone. */
const slowdownFactor = 4

export interface LoadTimes {
  /** Transferred bytes by resource type, compressed and with headers. */
  readonly bytes: Readonly<Record<string, number>>
  readonly requests: number
  /** Time from the start of navigation to the page's heading in milliseconds; the best of several rounds. */
  readonly headingMillis: number
  /** Time until no request is in progress, in milliseconds. */
  readonly settledMillis: number
}

/**
 * Measures how long a page takes with an empty and with a warm cache, at full and reduced CPU speed.
 *
 * @param state storage state of a signed-in browser
 */
export const measureLoad = async (
  browser: Browser,
  url: string,
  state: NonNullable<BrowserContextOptions["storageState"]>
): Promise<Readonly<Record<string, LoadTimes>>> => {
  const measured: Record<string, LoadTimes> = {}
  for (let round = 0; round < rounds; round++) {
    for (const slow of [1, slowdownFactor]) {
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
): Promise<LoadTimes> => {
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
  await waitUntilSettled(page)
  // Subtracts half a second of idle time.
  const settledMillis = Math.round(performance.now() - began - 500)
  const headingMillis = Math.round(await page.evaluate(() => (globalThis as any).headingMillis))
  await page.close()
  return { bytes, requests: kinds.size, headingMillis, settledMillis }
}
