import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { type Browser, type BrowserContext, type BrowserServer, chromium, type Page } from "playwright-core"

/** How a browser appears to pages: as Playwright starts it, or with `navigator.webdriver` false. */
export type Start = "stock" | "stealth"

/** Chromium uses only the last `--disable-features`, so this list starts with Playwright's own features. */
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
  // Each new tab loads the address bar's pages in a separate renderer: half of a tab's cost (0.4 CPU seconds).
  "AimEnabled",
  "PreloadTopChromeWebUI",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
  // A new frame host for each document: a third of a navigation's cost.
  "RenderDocument",
  "RenderDocumentCompositorReuse",
  // A spare renderer, which Chromium replaces whenever a tab takes it.
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

/** Starts the browser of `sharedChromium` in the main process of the run: "stealth", which `newPage` can undo. */
export const serveChromium = (path: string): Promise<BrowserServer> =>
  chromium.launchServer({ executablePath: path, args: argsOf("stealth") })

/** Opens a page that is "stock" by default, even if the browser is "stealth". */
export const newPage = async (context: BrowserContext, start: Start = "stock"): Promise<Page> => {
  const page = await context.newPage()
  if (start === "stock") {
    const devtools = await context.newCDPSession(page)
    await devtools.send("Emulation.setAutomationOverride", { enabled: true })
  }
  return page
}

/** Starts a virtual screen for browsers with windows; returns null if Xvfb is not installed. */
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
