/** What the browser says of itself, looked at where programs that drive one leave traces. Nothing here tells one person's machine from another's. */
export const browserFacts = (): Record<string, unknown> => {
  const facts: Record<string, unknown> = {}
  for (const [name, look] of Object.entries(looks)) {
    // A browser that lacks something, or a page that forbids it, says nothing.
    try {
      facts[name] = look()
    } catch {}
  }
  return facts
}

const looks: Record<string, () => unknown> = {
  webdriver: () => navigator.webdriver === true,
  webdriverPatched: () => Object.getOwnPropertyNames(navigator).length > 0,
  patchedGetters: () =>
    ["webdriver", "userAgent", "platform", "languages", "plugins", "hardwareConcurrency"].filter((name) => {
      const getter = Object.getOwnPropertyDescriptor(Navigator.prototype, name)?.get
      return getter && !Function.prototype.toString.call(getter).includes("[native code]")
    }).length,
  toolGlobals: () =>
    [...Object.getOwnPropertyNames(window), ...Object.getOwnPropertyNames(document)].some((name) => tools.test(name)),
  debugged: isDebugged,
  userAgent: () => navigator.userAgent,
  platform: () => navigator.platform,
  hintsPlatform: () => hints()?.platform,
  brands: () => hints()?.brands.map(({ brand, version }) => `${brand} ${version}`).join(),
  languages: () => navigator.languages.slice(0, 8).join(),
  evalLength: () => eval.toString().length,
  frameless: () => outerWidth === innerWidth && outerHeight === innerHeight,
  noWindow: () => outerWidth === 0 && outerHeight === 0,
  smallScreen: () => screen.width === 800 && screen.height === 600,
  touch: () => navigator.maxTouchPoints > 0,
  coarse: () => matchMedia("(pointer:coarse)").matches,
  secure: () => location.protocol === "https:"
}

interface Hints {
  readonly platform: string
  readonly brands: ReadonlyArray<{ readonly brand: string; readonly version: string }>
}

const hints = (): Hints | undefined => (navigator as { readonly userAgentData?: Hints }).userAgentData

/** Names that tools put into pages: of Playwright, Selenium, ChromeDriver, PhantomJS, Nightmare, WebdriverIO, Cypress and their like. */
const tools =
  /^(?:__(?:pw|playwright|puppeteer|webdriver|driver|selenium|fxdriver|nightmare|phantomas|lastWatir)|_?(?:[sS]elenium|phantom\b)|callPhantom|callSelenium|domAutomation|wdio|\$?[a-z]dc_|\$chrome_asyncScriptInfo)/

/**
 * Whether a debugger listens: it looks at the stack of an error that is logged, and V8 then asks `Error.prepareStackTrace`.
 * The message is one that ends a group of messages: where none was begun, nothing is shown.
 */
function isDebugged(): boolean | undefined {
  const owner = Error as { prepareStackTrace?: unknown }
  const kept = Object.getOwnPropertyDescriptor(owner, "prepareStackTrace")
  let looked = false
  let isV8 = false
  Object.defineProperty(owner, "prepareStackTrace", {
    configurable: true,
    get: () => {
      looked = true
      return undefined
    }
  })
  try {
    void new Error("").stack
    isV8 = looked
    looked = false
    if (isV8) console.groupEnd(new Error(""))
  } finally {
    if (kept) Object.defineProperty(owner, "prepareStackTrace", kept)
    else delete owner.prepareStackTrace
  }
  return isV8 ? looked : undefined
}

/** What a window inside the page says: whoever changed the page's own often forgot it. */
export const frameFacts = (): Record<string, unknown> => {
  const frame = document.createElement("iframe")
  frame.hidden = true
  frame.tabIndex = -1
  try {
    document.documentElement.append(frame)
    const inner = frame.contentWindow!.navigator
    return {
      frameWebdriver: inner.webdriver === true,
      frameDiffers: inner.userAgent !== navigator.userAgent || inner.platform !== navigator.platform ||
        String(inner.languages) !== String(navigator.languages)
    }
  } catch {
    return {}
  } finally {
    frame.remove()
  }
}

/** Whether WebGL runs on a graphics card: only that, no name of it. */
export const graphicsFacts = (): Record<string, unknown> => {
  try {
    const make = (careful: boolean) => {
      const context = document.createElement("canvas").getContext("webgl", { failIfMajorPerformanceCaveat: careful })
      context?.getExtension("WEBGL_lose_context")?.loseContext()
      return context !== null
    }
    const isFast = make(true)
    return { graphics: isFast ? "hardware" : make(false) ? "software" : "none" }
  } catch {
    return {}
  }
}
