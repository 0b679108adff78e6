/** Options of a new site, as the account API takes them. */
export const siteOptions = {
  spamDetection: false,
  emailRules: true,
  disposableEmails: "allow",
  ipRules: true,
  scoreMin: 0,
  degraded: "allow",
  degradedPerMinuteMax: 20
} as const
