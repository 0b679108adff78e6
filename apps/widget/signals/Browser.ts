/** What the browser says of itself, looked at where programs that drive one leave traces. Nothing here tells one person's machine from another's. */
export const browserFacts = (): Record<string, unknown> => ({
  webdriver: navigator.webdriver,
  webdriverPatched: attempt(isPatched),
  toolGlobals: [window, document].some((owner) => Object.getOwnPropertyNames(owner).some((name) => tools.test(name))),
  debugged: attempt(isDebugged),
  userAgent: navigator.userAgent,
  platform: navigator.platform,
  hintsPlatform: hints()?.platform,
  brands: hints()?.brands.map(({ brand }) => brand).join(),
  languages: `${navigator.languages}`,
  evalLength: `${Reflect.get(window, "eval")}`.length,
  frameless: outerWidth === innerWidth && outerHeight === innerHeight,
  smallScreen: screen.width === 800 && screen.height === 600,
  softwareGraphics: attempt(isDrawnByProgram),
  touch: navigator.maxTouchPoints > 0,
  coarse: attempt(() => matchMedia("(pointer:coarse)").matches),
  secure: location.protocol === "https:",
  frameDiffers: attempt(frameDiffers)
})

/** A browser that lacks something, or a page that forbids it, says nothing. */
export const attempt = <A>(look: () => A): A | undefined => {
  try {
    return look()
  } catch {
    return undefined
  }
}

/** Extensions put names of their own on `navigator`; those that the browser has are inherited, unless somebody replaced them. */
const isPatched = (): boolean =>
  /webdriver|userAgent|platform|languages/.test(`${Object.getOwnPropertyNames(navigator)}`) ||
  !/native code/.test(`${Object.getOwnPropertyDescriptor(Navigator.prototype, "webdriver")!.get}`)

interface Hints {
  readonly platform: string
  readonly brands: ReadonlyArray<{ readonly brand: string }>
}

const hints = (): Hints | undefined => (navigator as { readonly userAgentData?: Hints }).userAgentData

/** Names that tools put into pages: Playwright, Puppeteer, Selenium, ChromeDriver, PhantomJS, Nightmare, WebdriverIO. */
const tools =
  /^(__(pw|playwright|puppet|webdriver|driver|selenium|fxdriver|nightmare|phantom)|_?(selenium|phantom$)|call(Phantom|Selenium)|domAutomation|wdio|\$?cdc_)/i

/**
 * Whether a debugger listens: it looks at the stack of an error that is logged, and V8 then asks `Error.prepareStackTrace`.
 * What is logged ends a group of messages: where none was begun, nothing is shown.
 */
const isDebugged = (): boolean | undefined => {
  const kept = Object.getOwnPropertyDescriptor(Error, "prepareStackTrace")
  let looks = 0
  Object.defineProperty(Error, "prepareStackTrace", { configurable: true, get: () => void looks++ })
  try {
    void new Error().stack
    // Another engine does not ask, and might show the error.
    if (!looks) return undefined
    looks = 0
    ;(console.groupEnd as (logged: Error) => void)(new Error())
    return looks > 0
  } finally {
    if (kept) Object.defineProperty(Error, "prepareStackTrace", kept)
    else Reflect.deleteProperty(Error, "prepareStackTrace")
  }
}

/** Whether WebGL is drawn by a program: only that, no name of a card. */
const isDrawnByProgram = (): boolean => {
  const graphics = document.createElement("canvas").getContext("webgl")!
  const name = graphics.getParameter(graphics.getExtension("WEBGL_debug_renderer_info")!.UNMASKED_RENDERER_WEBGL)
  graphics.getExtension("WEBGL_lose_context")?.loseContext()
  return /swiftshader|llvmpipe|software|basic render/i.test(name)
}

/** Whether a window inside the page says something else: whoever changed the page's own often forgot it. */
const frameDiffers = (): boolean => {
  const frame = document.createElement("iframe")
  frame.hidden = true
  document.documentElement.append(frame)
  try {
    return said(frame.contentWindow!.navigator) !== said(navigator)
  } finally {
    frame.remove()
  }
}

const said = ({ languages, platform, userAgent, webdriver }: Navigator): string =>
  `${[webdriver, userAgent, platform, languages]}`
