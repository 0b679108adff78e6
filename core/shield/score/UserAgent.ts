export type Engine = "chromium" | "firefox" | "safari"
export type System = "windows" | "mac" | "linux" | "android" | "ios" | "chromeos"

/** Fields of a user agent that are compared with other properties of the browser. Null means unknown. */
export interface UserAgent {
  readonly engine: Engine | null
  /** Version of Chromium, Firefox or Safari. */
  readonly version: number | null
  readonly system: System | null
  readonly isMobile: boolean
  /** Whether the browser is inside an app, where it may send different headers. */
  readonly isInApp: boolean
}

export const parseUserAgent = (text: string): UserAgent => {
  const system = systemOf(text)
  // All browsers on iOS use Safari's engine.
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

/**
 * Patterns of the systems in order of priority. Android user agents contain Linux, and some user agents contain several
 * systems.
 */
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

/** Reports whether a platform (`navigator.platform` or a client hint) is possible on a system. */
export const fitsSystem = (platform: string, system: System): boolean => {
  const named = platformOf(platform)
  return named === null || named.includes(system)
}

/** Returns the systems that report a platform, or null for an unknown platform. */
const platformOf = (platform: string): ReadonlyArray<System> | null => {
  if (platform.startsWith("Win")) return ["windows"]
  // iPads report themselves as Macs when they request desktop sites.
  if (/^(?:[Mm]ac|iP)/.test(platform)) return ["mac", "ios"]
  // Android phones report Linux, even in desktop mode.
  if (platform.startsWith("Linux")) return ["linux", "android", "chromeos"]
  if (platform.startsWith("Android")) return ["android", "linux"]
  if (/^Chrom(?:e|ium) ?OS/.test(platform)) return ["chromeos"]
  return null
}
