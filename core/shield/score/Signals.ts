import { shapeBitsMin } from "./ShapeBits.ts"

/** Longer texts are dropped. User agents have about 120 characters, up to 400 in some apps. */
export const signalCharsMax = 512
/** No real count or time is larger. */
export const signalNumberMax = 1e9

const flags = [
  // Properties of the browser in which automation leaves traces.
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
  // Whether every event time is a multiple of 10 ms: the browser hides exact times, so no rhythm can be measured.
  "coarseClock"
] as const

const numbers = [
  "evalLength",
  "pageMillis",
  "visibleMillis",
  "challengedMillis",
  // Actions of a person: keys, presses, clicks, inputs and wheel turns. No moves and no focus, which scripts can trigger.
  "acts",
  "moves",
  "turns",
  // Repeated measurements have a count, a 10th percentile, a median and an interquartile range.
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
  // Fields with a value, by the way they were filled in.
  "filled",
  "typed",
  "autofilled",
  "pasted",
  "inserted",
  "assisted",
  "set",
  // Information content of the shape.
  "shapeBits"
] as const

const texts = ["userAgent", "platform", "hintsPlatform", "brands", "languages"] as const

/** Measurements that the widget takes of a session (`apps/widget/signals`). An absent field is unknown and has no effect. */
export type Signals =
  & { readonly v: 1; readonly shape?: string }
  & { readonly [Name in typeof flags[number]]?: boolean }
  & { readonly [Name in typeof numbers[number]]?: number }
  & { readonly [Name in typeof texts[number]]?: string }

/** Parses signals and drops each field that has the wrong type or is out of range. Returns null if no field is valid. */
export const parseSignals = (value: unknown): Signals | null => {
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
 * Returns the shape of a session for `VisitorTraffic.shapeSeen`. The same shape under another challenge is a recording. Returns
 * null if too little happened to distinguish people.
 */
export const shapeOf = (signals: unknown): string | null => {
  const { shape = null, shapeBits = 0 } = parseSignals(signals) ?? {}
  return shapeBits < shapeBitsMin ? null : shape
}
