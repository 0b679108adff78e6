import { shapeBitsMin } from "./ShapeBits.ts"

/** Longer texts are dropped: a user agent has some 120 characters, some in apps 400. */
export const signalCharsMax = 512
/** Counts and times beyond are nobody's. */
export const signalNumberMax = 1e9

const flags = [
  // What the browser says of itself, where programs that drive one leave traces.
  "webdriver",
  "webdriverPatched",
  "frameDiffers",
  "toolGlobals",
  "debugged",
  "softwareGraphics",
  "frameless",
  "smallScreen",
  "touch",
  "coarse",
  "secure",
  // Whether every time of an event is a multiple of ten milliseconds: a browser that hides times, so that no rhythm is told.
  "coarseClock"
] as const

const numbers = [
  "evalLength",
  "pageMillis",
  "visibleMillis",
  "challengedMillis",
  // What people do: keys, presses, clicks, inputs, turns of a wheel; no movements, and no focus, which scripts can give.
  "acts",
  "moves",
  "turns",
  // Of what is measured often: how often, a tenth percentile, a median, and the distance of the quartiles.
  "speedCount",
  "speedLeast",
  "speedMedian",
  "speedSpread",
  "clicks",
  "jumps",
  "centred",
  "holdCount",
  "holdLeast",
  "holdMedian",
  "holdSpread",
  "taps",
  "swipes",
  "radii",
  "tapHoldCount",
  "tapHoldLeast",
  "tapHoldMedian",
  "tapHoldSpread",
  "keys",
  "corrections",
  "rollovers",
  "dwellCount",
  "dwellLeast",
  "dwellMedian",
  "dwellSpread",
  "flightCount",
  "flightLeast",
  "flightMedian",
  "flightSpread",
  // Fields that have got a value, by how it came there.
  "filled",
  "typed",
  "autofilled",
  "pasted",
  "inserted",
  "assisted",
  "set",
  // How much the shape tells.
  "shapeBits"
] as const

const texts = ["userAgent", "platform", "hintsPlatform", "brands", "languages"] as const

/** What the widget measured of a session: `apps/widget/signals`. A field that is absent is not known, and counts as nothing. */
export type Signals =
  & { readonly v: 1; readonly shape?: string }
  & { readonly [Name in typeof flags[number]]?: boolean }
  & { readonly [Name in typeof numbers[number]]?: number }
  & { readonly [Name in typeof texts[number]]?: string }

/** Reads what came: whatever has the wrong type or is out of range is dropped, field by field. Null where nothing can be read. */
export const readSignals = (value: unknown): Signals | null => {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Neither null nor an array.
  const from = value as Readonly<Record<string, unknown>>
  if (from["v"] !== 1) return null
  const read: { -readonly [Name in keyof Signals]: Signals[Name] } = { v: 1 }
  const own = (name: keyof Signals): unknown => Object.hasOwn(from, name) ? from[name] : undefined
  for (const name of flags) {
    const flag = own(name)
    if (typeof flag === "boolean") read[name] = flag
  }
  for (const name of numbers) {
    const number = own(name)
    if (typeof number === "number" && number >= 0 && number <= signalNumberMax) read[name] = number
  }
  for (const name of texts) {
    const text = own(name)
    if (typeof text === "string" && text.length <= signalCharsMax) read[name] = text
  }
  const shape = own("shape")
  if (typeof shape === "string" && shapeSyntax.test(shape)) read.shape = shape
  return Object.keys(read).length > 1 ? read : null
}

const shapeSyntax = /^[0-9a-f]{16}$/

/**
 * What names the course of a session for `VisitorTraffic.shapeSeen`: the same again, under another challenge, is a recording.
 * Null where too little happened to tell people apart.
 */
export const shapeOf = (signals: unknown): string | null => {
  const { shape = null, shapeBits = 0 } = readSignals(signals) ?? {}
  return shapeBits < shapeBitsMin ? null : shape
}
