import type { SourceStatus } from "../threats/WebRisk.ts"

/** Item that needs attention, with a link to the page about it. */
export interface AttentionItem {
  /** Machine-readable code of the item. */
  readonly code:
    | "credits-low"
    | "credits-gone"
    | "source-down"
    | "source-stale"
    | "submissions-waiting"
    | "degraded-forms"
    | "requests-failing"
    | "over-limit"
    | "no-feeds"
    | "no-sites"
  /** Severity of the item. `task` means that routine work is waiting and nothing is wrong. */
  readonly severity: "alarm" | "warning" | "task" | "hint"
  readonly message: string
  /** Path within the dashboard, with a leading `/`. */
  readonly path: string
}

/** Input of `attentionItems`. */
export interface AttentionFacts {
  readonly available: number
  readonly noticeBelow: number | null
  readonly creditsPerDay: number | null
  /** Number of requests in the last 24 hours. */
  readonly requests: number
  /** Number of requests with status 500 or higher in the last 24 hours. */
  readonly failed: number
  /** Active keys with requests over their limit in the last 24 hours, most requests first. */
  readonly overLimit: ReadonlyArray<
    { readonly name: string; readonly perMinute: number; readonly requests: number }
  >
  /** Sites with their number of verifications in the last 24 hours, and the number of degraded ones. */
  readonly sites: ReadonlyArray<
    { readonly name: string; readonly id: string; readonly all: number; readonly degraded: number }
  >
  /** Facts about threat data. Null for accounts that do not manage threat data. */
  readonly threats: {
    readonly sources: ReadonlyArray<SourceStatus>
    /** Number of submissions waiting for review. */
    readonly waiting: number
    /** True if there may be more submissions than were counted. */
    readonly isMore: boolean
  } | null
}

/** Share of failed requests in a day above which an alarm is raised. */
export const failedShareMax = 0.01
/** Minimum failed requests in a day that raise an alarm. */
export const failedRequestsMin = 3
/**
 * Share of degraded verifications above which a site is reported. A higher share means that something is failing, or
 * that a bot sends empty tokens on purpose.
 */
export const degradedShareMax = 0.25
export const verificationsMin = 20
/**
 * Minimum days that a balance must last. A balance that lasts for fewer days raises an alarm, whatever the owner's
 * setting.
 */
export const daysLeftMin = 3

/** Returns the items that need attention, most severe first. This function is pure. */
export const attentionItems = (facts: AttentionFacts): ReadonlyArray<AttentionItem> =>
  [...creditItems(facts), ...failureItems(facts), ...rateLimitItems(facts), ...threatItems(facts), ...siteItems(facts)]
    .toSorted((
      one,
      other
    ) => severities.indexOf(one.severity) - severities.indexOf(other.severity))

const severities: ReadonlyArray<AttentionItem["severity"]> = ["alarm", "warning", "task", "hint"]

/** Returns at most one item about the credit balance. */
export const creditItems = (
  { available, creditsPerDay, noticeBelow }: Pick<AttentionFacts, "available" | "creditsPerDay" | "noticeBelow">
): ReadonlyArray<AttentionItem> => {
  const path = "/credits"
  if (available <= 0) {
    return [{
      code: "credits-gone",
      severity: "alarm",
      path,
      message: "No credits are left. Requests that cost credits are rejected."
    }]
  }
  const perDay = creditsPerDay ?? 0
  const days = perDay <= 0 ? Infinity : available / perDay
  if (days < daysLeftMin) {
    return [{
      code: "credits-low",
      severity: "alarm",
      path,
      message: `At last week's rate, credits run out in ${
        days < 1 ? "less than a day" : `${daysLeftText(available, perDay)} days`
      }.`
    }]
  }
  if (noticeBelow !== null && available < noticeBelow) {
    return [{
      code: "credits-low",
      severity: "warning",
      path,
      message: `${formatCount(available)} ${
        available === 1 ? "credit is" : "credits are"
      } left, below your warning threshold of ${formatCount(noticeBelow)}.`
    }]
  }
  return []
}

const failureItems = ({ failed, requests }: AttentionFacts): ReadonlyArray<AttentionItem> =>
  failed < failedRequestsMin || failed <= requests * failedShareMax ? [] : [{
    code: "requests-failing",
    severity: "alarm",
    path: "/requests?status=5xx",
    message: `${failed} of ${requests} requests in the last 24 hours failed with a server error.`
  }]

/** Formats a number with thousands separators, like the dashboard. */
const formatCount = (count: number): string => count.toLocaleString("en-GB")

/** Returns at most one item for all keys, so that many keys over their limit do not hide other items. */
const rateLimitItems = ({ overLimit }: AttentionFacts): ReadonlyArray<AttentionItem> => {
  const [first, ...others] = overLimit
  if (first === undefined) return []
  const of = ({ name, perMinute, requests }: typeof first) =>
    `${requests} ${
      requests === 1 ? "request" : "requests"
    } exceeded the limit of key “${name}” (${perMinute} per minute)`
  const more = others.reduce((sum, { requests }) => sum + requests, 0)
  const rest = more === 0
    ? ""
    : `, and ${more} the limits of ${others.length} other ${others.length === 1 ? "key" : "keys"}`
  return [{
    code: "over-limit",
    severity: "warning",
    path: "/settings/keys",
    message: `${of(first)} in the last 24 hours${rest}. They were rejected and cost nothing.`
  }]
}

const threatItems = ({ threats }: AttentionFacts): ReadonlyArray<AttentionItem> => {
  if (threats === null) return []
  const { isMore, sources, waiting } = threats
  const path = "/threats/sources"
  const items: Array<AttentionItem> = sources.flatMap((source) => sourceItems(source, path))
  if (waiting > 0) {
    const many = waiting === 1 ? "1 reported link is" : `${waiting}${isMore ? " or more" : ""} reported links are`
    items.push({
      code: "submissions-waiting",
      severity: "task",
      path: "/threats/submissions",
      message: `${many} waiting for review.`
    })
  }
  if (!sources.some(({ kind }) => kind !== "embedded")) {
    items.push({
      code: "no-feeds",
      severity: "hint",
      path,
      message: "No threat feeds are enabled. Only the built-in test URLs and your own blocklist are checked."
    })
  }
  return items
}

const sourceItems = ({ name, problem, required, state }: SourceStatus, path: string): ReadonlyArray<AttentionItem> => {
  const why = problem === null ? "" : ` ${problem}`
  if (state === "down") {
    const consequence = required ? ". Until it responds, no URL is reported as safe." : "."
    return [{
      code: "source-down",
      severity: required ? "alarm" : "warning",
      path,
      message: `The threat source ${name} is not responding${consequence}${why}`
    }]
  }
  return state === "live" ? [] : [{
    code: "source-stale",
    severity: "warning",
    path,
    message: `The threat source ${name} could not be updated and uses older data.${why}`
  }]
}

const siteItems = ({ sites }: AttentionFacts): ReadonlyArray<AttentionItem> => {
  if (sites.length === 0) {
    return [{
      code: "no-sites",
      severity: "hint",
      path: "/shield",
      message: "No form is protected yet. Create a site and paste its snippet into a page."
    }]
  }
  return sites.filter(({ all, degraded }) => all >= verificationsMin && degraded > all * degradedShareMax).map((
    site
  ) => ({
    code: "degraded-forms" as const,
    severity: "warning" as const,
    path: `/shield/${site.id}`,
    message: `${
      Math.round(100 * site.degraded / site.all)
    }% of the forms on ${site.name} were accepted unverified in the last 24 hours.`
  }))
}

/**
 * Returns the remaining days at a rate, with one decimal, such as `2.9`. They are rounded down, so that an alarm for
 * fewer than three days never says three. Both arguments must be positive.
 */
export const daysLeftText = (available: number, perDay: number): string =>
  (Math.floor(10 * available / perDay) / 10).toFixed(1)
