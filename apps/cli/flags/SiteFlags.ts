import { Option } from "effect"
import { Argument, Flag } from "effect/cli"
import { degradedPerMinuteLimit, siteScoreMinLimit } from "../../../core/sites/CheckSiteOptions.ts"
import { hostnamesMax, type SiteOptions, siteOptionsDefault } from "../../../core/sites/Site.ts"

/** The site's ID, which never changes, or its name, which is easier to type. */
export const siteArgument = Argument.String("site").pipe(
  Argument.withDescription("Id or name of the site, as `sites list` shows them")
)

/** @param least minimum number of host names */
export const hostnamesFlag = (least: number) =>
  Flag.String("hostname").pipe(
    Flag.withMetavar("HOST"),
    Flag.withDescription(
      `Host name on which its forms stand; repeat it for more, up to ${hostnamesMax}. *.example.com stands for all below example.com; ` +
        "localhost and IP addresses can be named too"
    ),
    Flag.atLeast(least)
  )

const onOff = (name: string, what: string, fallback: boolean) =>
  Flag.Literals(name, ["on", "off"]).pipe(
    Flag.withDescription(`${what} (a new site: ${fallback ? "on" : "off"})`),
    Flag.map((text) => text === "on"),
    Flag.optional
  )

/** Optional flags for the options of a site. */
export const siteOptionFlags = {
  spamDetection: onOff(
    "spam-detection",
    "Judge the text of a verification: gives spam_score and language",
    siteOptionsDefault.spamDetection
  ),
  emailRules: onOff(
    "email-rules",
    "Reject addresses that are invalid, or that the account's rules block",
    siteOptionsDefault.emailRules
  ),
  disposableEmails: Flag.Literals("disposable-emails", ["allow", "reject"]).pipe(
    Flag.withDescription(`What is done with throwaway addresses (a new site: ${siteOptionsDefault.disposableEmails})`),
    Flag.optional
  ),
  ipRules: onOff(
    "ip-rules",
    "Reject visitors from networks and countries that the account's rules block",
    siteOptionsDefault.ipRules
  ),
  scoreMin: Flag.Int("score-min").pipe(
    Flag.withMetavar("SCORE"),
    Flag.withDescription(
      `Reject tokens with a lower score, 0 to ${siteScoreMinLimit}; 0 rejects none (a new site: ${siteOptionsDefault.scoreMin})`
    ),
    Flag.optional
  ),
  degraded: Flag.Literals("degraded", ["allow", "limit", "reject"]).pipe(
    Flag.withDescription(
      "What is done with empty and degraded tokens. Rejecting them locks people out while Shield is out of order " +
        `(a new site: ${siteOptionsDefault.degraded})`
    ),
    Flag.optional
  ),
  degradedPerMinuteMax: Flag.Int("degraded-per-minute").pipe(
    Flag.withMetavar("COUNT"),
    Flag.withDescription(
      `How many of them pass a minute with --degraded limit, 1 to ${degradedPerMinuteLimit} ` +
        `(a new site: ${siteOptionsDefault.degradedPerMinuteMax})`
    ),
    Flag.optional
  )
}

export interface GivenSiteOptions {
  readonly spamDetection: Option.Option<boolean>
  readonly emailRules: Option.Option<boolean>
  readonly disposableEmails: Option.Option<SiteOptions["disposableEmails"]>
  readonly ipRules: Option.Option<boolean>
  readonly scoreMin: Option.Option<number>
  readonly degraded: Option.Option<SiteOptions["degraded"]>
  readonly degradedPerMinuteMax: Option.Option<number>
}

/** Returns the options that were given. */
export const siteOptionsOf = (given: GivenSiteOptions): Partial<SiteOptions> => ({
  ...named("spamDetection", given.spamDetection),
  ...named("emailRules", given.emailRules),
  ...named("disposableEmails", given.disposableEmails),
  ...named("ipRules", given.ipRules),
  ...named("scoreMin", given.scoreMin),
  ...named("degraded", given.degraded),
  ...named("degradedPerMinuteMax", given.degradedPerMinuteMax)
})

const named = <Name extends keyof SiteOptions>(
  name: Name,
  value: Option.Option<SiteOptions[Name]>
): Partial<SiteOptions> => Option.isSome(value) ? { [name]: value.value } : {}
