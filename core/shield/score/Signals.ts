import { shapeBitsMin } from "./ShapeBits.ts"

/** Maximum characters of a text. Longer texts are dropped. User agents have about 120, and up to 400 in some apps. */
export const signalCharsMax = 512
/** Maximum of a number. No real count or time is larger. */
export const signalNumberMax = 1e9

const flags = [
  // Properties of the browser, of which some show traces of automation.
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
  // Whether all event times are multiples of 10 ms, because the browser hides exact times.
  "coarseClock"
] as const

const numbers = [
  "evalLength",
  "pageMillis",
  "visibleMillis",
  "challengedMillis",
  // Number of actions such as keys, clicks and inputs. Excludes moves and focus, which scripts can trigger.
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
  // Numbers of fields with a value: all fields, then by the way in which they were filled in.
  "filled",
  "typed",
  "autofilled",
  "pasted",
  "inserted",
  "assisted",
  "set",
  // Information content of the shape in bits.
  "shapeBits"
] as const

const texts = ["userAgent", "platform", "hintsPlatform", "brands", "languages"] as const

/**
 * Measurements that the widget takes of a session (`apps/widget/signals`). An absent field is unknown and has no
 * effect.
 */
export type Signals =
  & { readonly v: 1; readonly shape?: string }
  & { readonly [Name in typeof flags[number]]?: boolean }
  & { readonly [Name in typeof numbers[number]]?: number }
  & { readonly [Name in typeof texts[number]]?: string }

/**
 * Parses signals and drops each field that has the wrong type or is out of range. Returns null for an unknown version,
 * or if no field is valid.
 */
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
 * Returns the shape of a session for `VisitorTraffic.shapeSeen`. Another challenge with the same shape means that a
 * session was recorded. Returns null if there were too few actions to distinguish people.
 */
export const shapeOf = (signals: unknown): string | null => {
  const { shape = null, shapeBits = 0 } = parseSignals(signals) ?? {}
  return shapeBits < shapeBitsMin ? null : shape
}
