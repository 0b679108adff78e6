import { spawn } from "node:child_process"
import { existsSync } from "node:fs"
import { type Browser, type BrowserContext, type BrowserServer, chromium, type Page } from "playwright-core"

/**
 * How a browser appears to pages. `stock` is as Playwright starts it. `stealth` has `navigator.webdriver` set to false.
 * `untraced` also hides signs of the debugger and of headless mode (window size, WebGL renderer), so that the browser
 * looks like a person's.
 */
export type Appearance = "stock" | "stealth" | "untraced"

/**
 * Features to disable. Chromium uses only the last `--disable-features`, so the list starts with those that Playwright
 * disables.
 */
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
  // With these features, each new tab loads the address bar's pages in a separate renderer. That is half of a tab's
  // cost (0.4 CPU seconds).
  "AimEnabled",
  "PreloadTopChromeWebUI",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxPopup",
  // These features create a new frame host for each document, which is a third of a navigation's cost.
  "RenderDocument",
  "RenderDocumentCompositorReuse",
  // This feature keeps a spare renderer, which Chromium replaces whenever a tab takes it.
  "SpareRendererForSitePerProcess"
]

/** Runs in the page: hides signs of the debugger and of headless mode. */
const hideTraces = () => {
  console.groupEnd = () => {}
  for (const [outer, inner] of [["outerWidth", "innerWidth"], ["outerHeight", "innerHeight"]] as const) {
    Object.defineProperty(window, outer, { get: () => window[inner] + 80 })
  }
  const { getParameter } = WebGLRenderingContext.prototype
  WebGLRenderingContext.prototype.getParameter = function(name: number) {
    // 0x9246 is UNMASKED_RENDERER_WEBGL.
    return name === 0x9246 ? "ANGLE (Intel, Mesa Intel(R) UHD Graphics 620)" : getParameter.call(this, name)
  }
}

const launchArgs = (start: Appearance): Array<string> => [
  "--no-sandbox",
  `--disable-features=${disabledFeatures.join(",")}`,
  ...start !== "stock" ? ["--disable-blink-features=AutomationControlled"] : []
]

/** Starts a browser for a bench. Tests use `sharedChromium`. */
export const startChromium = (path: string, start: Appearance, display: string | null): Promise<Browser> =>
  chromium.launch({
    executablePath: path,
    headless: display === null,
    env: { ...process.env, ...(display === null ? {} : { DISPLAY: display }) },
    args: launchArgs(start)
  })

/**
 * Starts a browser of `SharedChromium.ts` in the main process of the run. It starts as "stealth", which `openPage` can
 * undo.
 */
export const serveChromium = (path: string): Promise<BrowserServer> =>
  chromium.launchServer({ executablePath: path, args: launchArgs("stealth") })

/** Opens a page that is "stock" by default, even if the browser is "stealth". */
export const openPage = async (context: BrowserContext, start: Appearance = "stock"): Promise<Page> => {
  const page = await context.newPage()
  if (start === "untraced") await page.addInitScript(hideTraces)
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
