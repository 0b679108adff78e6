import { type Browser, chromium } from "playwright-core"
import { requestResource, runExclusively } from "../support/OnDemand.ts"

let connection: Promise<Browser> | undefined

/**
 * Returns the browser of the whole run, to which this process connects once.
 *
 * Open contexts and close them, but do not close the browser. Contexts share the clipboard: see `withClipboard`.
 */
export const sharedChromium = (): Promise<Browser> =>
  connection ??= requestResource("chromium").then((endpoint) => chromium.connect(endpoint))

/** Runs part of a test that uses the clipboard, while no other test of the run uses the clipboard. */
export const withClipboard = <A>(run: () => Promise<A>): Promise<A> => runExclusively("clipboard", run)
