import { Option } from "effect"
import { Argument, Flag } from "effect/cli"
import { degradedPerMinuteLimit, siteScoreMinLimit } from "../../../core/sites/CheckSiteOptions.ts"
import { hostnamesMax, type SiteOptions, siteOptionsDefault } from "../../../core/sites/Site.ts"

/** Argument that selects a site by its id, or by its name, which is easier to type. */
export const siteArgument = Argument.String("site").pipe(
  Argument.withDescription("ID or name of the site, as `sites list` shows them")
)

/**
 * Returns a repeatable flag for host names.
 *
 * @param least minimum number of host names
 */
export const hostnamesFlag = (least: number) =>
  Flag.String("hostname").pipe(
    Flag.withMetavar("HOST"),
    Flag.withDescription(
      `Host name of pages with its forms; repeatable, up to ${hostnamesMax}. *.example.com covers all subdomains of example.com; ` +
        "localhost and IP addresses are allowed"
    ),
    Flag.atLeast(least)
  )

const onOffFlag = (name: string, what: string, fallback: boolean) =>
  Flag.Literals(name, ["on", "off"]).pipe(
    Flag.withDescription(`${what} (default for new sites: ${fallback ? "on" : "off"})`),
    Flag.map((text) => text === "on"),
    Flag.optional
  )

export const siteOptionFlags = {
  spamDetection: onOffFlag(
    "spam-detection",
    "Analyze the text of a verification, which adds spam_score and language",
    siteOptionsDefault.spamDetection
  ),
  emailRules: onOffFlag(
    "email-rules",
    "Reject addresses that are invalid or blocked by the account's rules",
    siteOptionsDefault.emailRules
  ),
  disposableEmails: Flag.Literals("disposable-emails", ["allow", "reject"]).pipe(
    Flag.withDescription(
      `Action for disposable addresses (default for new sites: ${siteOptionsDefault.disposableEmails})`
    ),
    Flag.optional
  ),
  ipRules: onOffFlag(
    "ip-rules",
    "Reject visitors from networks and countries blocked by the account's rules",
    siteOptionsDefault.ipRules
  ),
  scoreMin: Flag.Int("score-min").pipe(
    Flag.withMetavar("SCORE"),
    Flag.withDescription(
      `Reject tokens with a lower score, 0 to ${siteScoreMinLimit}; 0 rejects none (default for new sites: ${siteOptionsDefault.scoreMin})`
    ),
    Flag.optional
  ),
  degraded: Flag.Literals("degraded", ["allow", "limit", "reject"]).pipe(
    Flag.withDescription(
      "Action for empty and degraded tokens. Rejecting them locks visitors out while Shield is unavailable " +
        `(default for new sites: ${siteOptionsDefault.degraded})`
    ),
    Flag.optional
  ),
  degradedPerMinuteMax: Flag.Int("degraded-per-minute").pipe(
    Flag.withMetavar("COUNT"),
    Flag.withDescription(
      `Maximum number of such forms per minute with --degraded limit, 1 to ${degradedPerMinuteLimit} ` +
        `(default for new sites: ${siteOptionsDefault.degradedPerMinuteMax})`
    ),
    Flag.optional
  )
}

export interface SiteOptionFlags {
  readonly spamDetection: Option.Option<boolean>
  readonly emailRules: Option.Option<boolean>
  readonly disposableEmails: Option.Option<SiteOptions["disposableEmails"]>
  readonly ipRules: Option.Option<boolean>
  readonly scoreMin: Option.Option<number>
  readonly degraded: Option.Option<SiteOptions["degraded"]>
  readonly degradedPerMinuteMax: Option.Option<number>
}

/** Returns the options whose flags are present. */
export const siteOptionsOf = (flags: SiteOptionFlags): Partial<SiteOptions> => ({
  ...definedOption("spamDetection", flags.spamDetection),
  ...definedOption("emailRules", flags.emailRules),
  ...definedOption("disposableEmails", flags.disposableEmails),
  ...definedOption("ipRules", flags.ipRules),
  ...definedOption("scoreMin", flags.scoreMin),
  ...definedOption("degraded", flags.degraded),
  ...definedOption("degradedPerMinuteMax", flags.degradedPerMinuteMax)
})

const definedOption = <Name extends keyof SiteOptions>(
  name: Name,
  value: Option.Option<SiteOptions[Name]>
): Partial<SiteOptions> => Option.isSome(value) ? { [name]: value.value } : {}
