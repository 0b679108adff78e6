import { type Browser, chromium } from "playwright-core"
import { demand, inTurn } from "../support/OnDemand.ts"

let connection: Promise<Browser> | undefined

/**
 * The browser of the whole run; this process connects to it once. Open contexts, and close them: the browser stays open.
 * Contexts share the clipboard: see `withClipboard`.
 */
export const sharedChromium = (): Promise<Browser> =>
  connection ??= demand("chromium").then((endpoint) => chromium.connect(endpoint))

/** Copies and pastes, or reads what was copied, while no other test of the run does. */
export const withClipboard = <A>(run: () => Promise<A>): Promise<A> => inTurn("clipboard", run)
