/**
 * Collects browser properties in which automation tools leave traces. No property distinguishes one user's device from
 * another's.
 */
export const browserFacts = (): Record<string, unknown> => ({
  webdriver: navigator.webdriver,
  webdriverPatched: tryOrUndefined(isPatched),
  toolGlobals: [window, document].some((owner) => Object.getOwnPropertyNames(owner).some((name) => tools.test(name))),
  debugged: tryOrUndefined(isDebugged),
  userAgent: navigator.userAgent,
  platform: navigator.platform,
  hintsPlatform: hints()?.platform,
  brands: hints()?.brands.map(({ brand }) => brand).join(),
  languages: `${navigator.languages}`,
  evalLength: `${Reflect.get(window, "eval")}`.length,
  frameless: outerWidth === innerWidth && outerHeight === innerHeight,
  smallScreen: screen.width === 800 && screen.height === 600,
  softwareGraphics: tryOrUndefined(usesSoftwareGraphics),
  touch: navigator.maxTouchPoints > 0,
  coarse: tryOrUndefined(() => matchMedia("(pointer:coarse)").matches),
  secure: location.protocol === "https:",
  frameDiffers: tryOrUndefined(frameDiffers)
})

/** Returns the result of a check; undefined if the browser lacks a feature or the page forbids it. */
export const tryOrUndefined = <A>(look: () => A): A | undefined => {
  try {
    return look()
  } catch {
    return undefined
  }
}

/**
 * Reports whether `navigator` properties were replaced. Genuine properties are inherited. Extensions may add properties
 * with other names.
 */
const isPatched = (): boolean =>
  /webdriver|userAgent|platform|languages/.test(`${Object.getOwnPropertyNames(navigator)}`) ||
  !/native code/.test(`${Object.getOwnPropertyDescriptor(Navigator.prototype, "webdriver")!.get}`)

interface Hints {
  readonly platform: string
  readonly brands: ReadonlyArray<{ readonly brand: string }>
}

const hints = (): Hints | undefined => (navigator as { readonly userAgentData?: Hints }).userAgentData

/**
 * Pattern of global names that tools add. The tools are Playwright, Puppeteer, Selenium, ChromeDriver, PhantomJS,
 * Nightmare and WebdriverIO.
 */
const tools =
  /^(__(pw|playwright|puppet|webdriver|driver|selenium|fxdriver|nightmare|phantom)|_?(selenium|phantom$)|call(Phantom|Selenium)|domAutomation|wdio|\$?cdc_)/i

/**
 * Reports whether a debugger is attached. A debugger reads the stack of a logged error, and V8 then reads
 * `Error.prepareStackTrace`. Logs the error with `groupEnd`, which shows nothing if no group is open.
 */
const isDebugged = (): boolean | undefined => {
  const original = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace")
  let looks = 0
  Object.defineProperty(Error, "prepareStackTrace", { configurable: true, get: () => void looks++ })
  try {
    void new Error().stack
    // Logs nothing in engines that do not read `prepareStackTrace`, because their console might display the error.
    if (!looks) return undefined
    looks = 0
    ;(console.groupEnd as (logged: Error) => void)(new Error())
    return looks > 0
  } finally {
    if (original) Object.defineProperty(Error, "prepareStackTrace", original)
    else Reflect.deleteProperty(Error, "prepareStackTrace")
  }
}

/** Reports whether WebGL uses a software renderer. Does not collect the name of the graphics card. */
const usesSoftwareGraphics = (): boolean => {
  const graphics = document.createElement("canvas").getContext("webgl")!
  const name = graphics.getParameter(graphics.getExtension("WEBGL_debug_renderer_info")!.UNMASKED_RENDERER_WEBGL)
  graphics.getExtension("WEBGL_lose_context")?.loseContext()
  return /swiftshader|llvmpipe|software|basic render/i.test(name)
}

/** Reports whether a frame's `navigator` differs from that of the page. Tools that patch the page often omit frames. */
const frameDiffers = (): boolean => {
  const frame = document.createElement("iframe")
  frame.hidden = true
  document.documentElement.append(frame)
  try {
    return navigatorText(frame.contentWindow!.navigator) !== navigatorText(navigator)
  } finally {
    frame.remove()
  }
}

const navigatorText = ({ languages, platform, userAgent, webdriver }: Navigator): string =>
  `${[webdriver, userAgent, platform, languages]}`
