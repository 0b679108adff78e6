import { strongLookalikeScoreMin } from "../brands/Lookalike.ts"
import type { Reason } from "../scoring/RuleSet.ts"
import { combineRisk, type RuleSet } from "../scoring/RuleSet.ts"
import type { Submission } from "./Submission.ts"
import type { TriageFacts } from "./TriageFacts.ts"

export type TriageCode =
  | "ALREADY_LISTED"
  | "ALLOWED"
  | "LISTING_UNKNOWN"
  | "BRAND_LOOKALIKE"
  | "STRONG_LOOKALIKE"
  | "IP_HOST"
  | "USER_INFO"
  | "PORT"
  | "INTERNATIONAL_HOST"
  | "SHORTENER"
  | "SHARED_HOST"
  | "POPULAR_DOMAIN"
  | "UNKNOWN_TOP_LEVEL"
  | "MANY_SUBDOMAINS"
  | "LONG_URL"
  | "LURE_WORDS"

export const subdomainsUsualMax = 3
export const urlCharsUsualMax = 150

/**
 * Rules for the urgency of a review. They order the queue and are never a verdict. Rules without points only inform.
 */
export const triageRules: RuleSet<TriageFacts, TriageCode> = [
  {
    code: "ALREADY_LISTED",
    points: 0,
    riskAtLeast: 90,
    when: (f) => f.blockedBy.length > 0,
    message: (f) => `Already listed by ${f.blockedBy.join(", ")}.`
  },
  {
    code: "ALLOWED",
    points: 0,
    when: (f) => f.allowedBy !== null,
    message: (f) => `The blocklist allows it: ${f.allowedBy}.`
  },
  {
    code: "LISTING_UNKNOWN",
    points: 0,
    when: (f) => f.unknown !== null,
    message: (f) => `Not all threat sources could be checked: ${f.unknown}`
  },
  {
    code: "BRAND_LOOKALIKE",
    points: 40,
    when: (f) => f.lookalike !== null,
    message: (f) =>
      f.lookalike === null ? "" : `It looks like ${f.lookalike.brand} (${f.lookalike.rule}): ${f.lookalike.evidence}`
  },
  {
    code: "STRONG_LOOKALIKE",
    points: 20,
    when: (f) => f.lookalike !== null && f.lookalike.score >= strongLookalikeScoreMin,
    message: (f) => `The name is almost certainly an imitation (score ${f.lookalike?.score ?? 0} of 1).`
  },
  { code: "IP_HOST", points: 30, when: (f) => f.hostIsIp, message: () => "The host is an IP address." },
  {
    code: "USER_INFO",
    points: 35,
    when: (f) => f.hasUserInfo,
    message: () => "The URL has a user name before the host, which can pass for the host."
  },
  { code: "PORT", points: 10, when: (f) => f.hasPort, message: () => "The URL uses a non-default port." },
  {
    code: "INTERNATIONAL_HOST",
    points: 15,
    when: (f) => f.isInternational,
    message: () => "The host contains non-ASCII characters."
  },
  {
    code: "SHORTENER",
    points: 10,
    when: (f) => f.guard === "shortener",
    message: () => "It is a shortened link that hides its target. Accept only the exact URL."
  },
  {
    code: "SHARED_HOST",
    points: 0,
    when: (f) => f.guard === "shared-host" || f.guard === "public-suffix",
    message: () => "Many sites share this host. Accept only the exact URL or a path."
  },
  {
    code: "POPULAR_DOMAIN",
    points: 0,
    when: (f) => f.guard === "popular-domain",
    message: () => "Many people visit this host. Accept only the exact URL or a path."
  },
  {
    code: "UNKNOWN_TOP_LEVEL",
    points: 5,
    when: (f) => f.hasUnknownTopLevel,
    message: () => "Its top-level domain does not exist."
  },
  {
    code: "MANY_SUBDOMAINS",
    points: 15,
    when: (f) => f.subdomains > subdomainsUsualMax,
    message: (f) => `The host has ${f.subdomains} labels before the registered domain.`
  },
  {
    code: "LONG_URL",
    points: 10,
    when: (f) => f.urlChars > urlCharsUsualMax,
    message: (f) => `The URL is ${f.urlChars} characters long.`
  },
  {
    code: "LURE_WORDS",
    points: 25,
    when: (f) => f.lureWordCount > 0,
    message: () => "The URL contains words about sign-in, accounts or payment."
  }
]

/** Matched rule with its contribution to the risk. */
interface TriageContribution extends Reason {
  /** Points added to the risk. Null if they are no longer known. */
  readonly points: number | null
  /** Lower bound of the risk. Null without a lower bound. */
  readonly riskAtLeast: number | null
}

/**
 * Returns the contribution of each reason to the risk. The contributions come from the current rules, but the risk is
 * from the time of the submission. If they do not add up to the risk, they are null.
 */
export const explainTriage = (
  { triageReasons, triageRisk }: Pick<Submission, "triageReasons" | "triageRisk">
): ReadonlyArray<TriageContribution> => {
  const rules = triageReasons.map((reason) => triageRules.find(({ code }) => code === reason.code) ?? null)
  const isToday = rules.every((rule) => rule !== null) && combineRisk(rules) === triageRisk
  return triageReasons.map(({ code, message }, at) => {
    const rule = isToday ? rules[at] : null
    return { code, message, points: rule?.points ?? null, riskAtLeast: rule?.riskAtLeast ?? null }
  })
}
