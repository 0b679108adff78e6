import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { type Browser, type BrowserContext, type BrowserServer, chromium, type Page } from "playwright-core"

/** How a browser appears to pages: as Playwright starts it, or with `navigator.webdriver` false. */
export type Start = "stock" | "stealth" | "plain"

/** A browser keeps the last `--disable-features` alone: these are Playwright's own, and then ours. */
const disabledFeatures = [
  "AvoidCorsURLLoaderRestartOnRedirect",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "NetworkTimeServiceQuerying",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
  // Each new tab loads the address bar's pages in a renderer of their own: half of what a tab costs (0.4 CPU seconds).
  "AimEnabled",
  "PreloadTopChromeWebUI",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
  // A new frame host for each document: a third of what a navigation costs.
  "RenderDocument",
  "RenderDocumentCompositorReuse",
  // A renderer in reserve, which Chromium starts again for each tab that takes it.
  "SpareRendererForSitePerProcess"
]

const argsOf = (start: Start): Array<string> => [
  "--no-sandbox",
  `--disable-features=${disabledFeatures.join(",")}`,
  ...start === "stealth" ? ["--disable-blink-features=AutomationControlled"] : []
]

/** Starts a browser for a bench. Tests use `sharedChromium`. */
export const startChromium = (path: string, start: Start, display: string | null): Promise<Browser> =>
  chromium.launch({
    executablePath: path,
    headless: display === null,
    env: { ...process.env, ...(display === null ? {} : { DISPLAY: display }) } as Record<string, string>,
    args: argsOf(start)
  })

/** Starts the browser that `sharedChromium` connects to, in the main process of the run. It is "stealth"; `newPage` undoes that per page. */
export const serveChromium = (path: string): Promise<BrowserServer> =>
  chromium.launchServer({ executablePath: path, args: argsOf("stealth") })

/** Opens a page, which is "stock" by default even where the browser is "stealth". */
export const newPage = async (context: BrowserContext, start: Start = "stock"): Promise<Page> => {
  const page = await context.newPage()
  if (start === "stock") {
    const devtools = await context.newCDPSession(page)
    await devtools.send("Emulation.setAutomationOverride", { enabled: true })
  }
  return page
}

/** A screen for windows that nobody looks at, or null where Xvfb is missing. */
export const startScreen = async (): Promise<{ readonly display: string; readonly stop: () => void } | null> => {
  if (!existsSync("/usr/bin/Xvfb")) return null
  const server = spawn("/usr/bin/Xvfb", ["-displayfd", "3", "-screen", "0", "1920x1080x24", "-nolisten", "tcp"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"]
  })
  const number = await new Promise<string>((resolve, reject) => {
    server.stdio[3]?.once("data", (bytes: Uint8Array) => resolve(String(bytes).trim()))
    server.once("exit", () => reject(new Error("Xvfb ended")))
  })
  return { display: `:${number}`, stop: () => server.kill() }
}
