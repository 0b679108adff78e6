import { type Browser, chromium, type Locator } from "playwright-core"
import { findHeadlessShell } from "../support/InstalledPrograms.ts"
import { requestResource, runExclusively } from "../support/OnDemand.ts"

const connections = new Map<string, Promise<Browser>>()

/** Connects this process to a browser of the run, once. */
const connect = (resource: "chromium" | "headlessShell"): Promise<Browser> => {
  const connection = connections.get(resource) ??
    requestResource(resource).then((endpoint) => chromium.connect(endpoint))
  connections.set(resource, connection)
  return connection
}

/**
 * Returns the Chromium of the whole run, for tests of Shield's scores: pages can distinguish the headless shell.
 *
 * Open contexts and close them, but do not close the browser. Contexts share the clipboard: see `withClipboard`.
 */
export const sharedChromium = (): Promise<Browser> => connect("chromium")

/** Returns the headless shell of the whole run, which is cheaper; if it is not installed, `sharedChromium`. */
export const sharedHeadlessShell = (): Promise<Browser> =>
  connect(findHeadlessShell() === null ? "chromium" : "headlessShell")

/** Runs part of a test that uses the clipboard, while no other test of the run uses the clipboard. */
export const withClipboard = <A>(run: () => Promise<A>): Promise<A> => runExclusively("clipboard", run)

/** Clicks a button that copies a text, and returns the text. */
export const copyBy = (button: Locator): Promise<string> =>
  withClipboard(async () => {
    await button.click()
    return button.page().evaluate(() => navigator.clipboard.readText())
  })
