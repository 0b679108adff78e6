import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core"
import { demand, inTurn } from "../support/OnDemand.ts"
import type { Start } from "./Chromium.ts"

let connection: Promise<Browser> | undefined

/**
 * The browser of the whole run; this process connects to it once. Open contexts, and close them: the browser stays open.
 * Contexts share the clipboard: see `withClipboard`.
 */
export const sharedChromium = (): Promise<Browser> =>
  connection ??= demand("chromium").then((endpoint) => chromium.connect(endpoint))

/** Opens a page of a context of the shared browser, "stock" by default. */
export const newPage = async (context: BrowserContext, start: Start = "stock"): Promise<Page> => {
  const page = await context.newPage()
  if (start === "stock") {
    const devtools = await context.newCDPSession(page)
    await devtools.send("Emulation.setAutomationOverride", { enabled: true })
  }
  return page
}

/** Copies and pastes, or reads what was copied, while no other test of the run does. */
export const withClipboard = <A>(run: () => Promise<A>): Promise<A> => inTurn("clipboard", run)
