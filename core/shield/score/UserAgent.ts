export type Engine = "chromium" | "firefox" | "safari"
export type System = "windows" | "mac" | "linux" | "android" | "ios" | "chromeos"

/** What a user agent says of a browser, as far as it is needed to compare it with what else the browser says. Null: not known. */
export interface UserAgent {
  readonly engine: Engine | null
  /** Of Chromium, Firefox, or Safari's own version. */
  readonly version: number | null
  readonly system: System | null
  readonly isMobile: boolean
  /** A browser inside an app, which may send other headers. */
  readonly isInApp: boolean
}

export const readUserAgent = (text: string): UserAgent => {
  const system = systemOf(text)
  // Every browser of iOS is Safari within.
  const chromium = system === "ios" ? null : numberIn(text, /(?:Chrome|Chromium)\/(\d{1,4})/)
  const firefox = system === "ios" ? null : numberIn(text, /Firefox\/(\d{1,4})/)
  const safari = numberIn(text, /Version\/(\d{1,3}\.\d{1,2}).{0,40} Safari\//)
  return {
    engine: chromium !== null
      ? "chromium"
      : firefox !== null
      ? "firefox"
      : system === "ios" || safari !== null
      ? "safari"
      : null,
    version: chromium ?? firefox ?? safari,
    system,
    isMobile: /\bMobile\b/.test(text),
    isInApp: /; wv\)|\bVersion\/\d\.\d Chrome\//.test(text)
  }
}

const systemOf = (text: string): System | null => {
  for (const [system, sign] of systems) if (sign.test(text)) return system
  return null
}

/** In this order: Android is Linux, too, and phones of old named several. */
const systems: ReadonlyArray<readonly [System, RegExp]> = [
  ["ios", /\b(?:iPhone|iPad|iPod)\b/],
  ["android", /\bAndroid\b/],
  ["chromeos", /\bCrOS\b/],
  ["windows", /\bWindows\b/],
  ["mac", /\bMac(?:intosh| OS X)/],
  ["linux", /\bLinux\b/]
]

const numberIn = (text: string, pattern: RegExp): number | null => {
  const found = pattern.exec(text)?.[1]
  return found === undefined ? null : Number(found)
}

/** Whether `navigator.platform`, or a client hint of it, can be of that system. */
export const fitsSystem = (platform: string, system: System): boolean => {
  const named = platformOf(platform)
  return named === null || named.includes(system)
}

/** Null where nothing is known of it. */
const platformOf = (platform: string): ReadonlyArray<System> | null => {
  if (platform.startsWith("Win")) return ["windows"]
  // Tablets by Apple name themselves as Macs where a page is asked for as on a computer.
  if (/^(?:[Mm]ac|iP)/.test(platform)) return ["mac", "ios"]
  // A phone with Android names Linux there, in a desktop's guise as well.
  if (platform.startsWith("Linux")) return ["linux", "android", "chromeos"]
  if (platform.startsWith("Android")) return ["android", "linux"]
  if (/^Chrom(?:e|ium) ?OS/.test(platform)) return ["chromeos"]
  return null
}
