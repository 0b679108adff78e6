import type { Site, SiteOptions } from "../../../core/sites/Site.ts"
import { formatFields, formatInstant, formatInteger, formatTable } from "../terminal/Table.ts"

export const siteJson = (site: Site) => ({
  id: site.id,
  name: site.name,
  site_key: site.siteKey,
  hostnames: site.hostnames,
  live_secrets: site.secretDigests.length,
  options: {
    spam_detection: site.options.spamDetection,
    email_rules: site.options.emailRules,
    disposable_emails: site.options.disposableEmails,
    ip_rules: site.options.ipRules,
    score_min: site.options.scoreMin,
    degraded: site.options.degraded,
    degraded_per_minute: site.options.degradedPerMinuteMax
  },
  created_at: site.createdAt
})

export const siteTable = (sites: ReadonlyArray<Site>): string =>
  formatTable(sites, [
    { title: "id", value: (site) => site.id },
    { title: "name", value: (site) => site.name },
    { title: "site key", value: (site) => site.siteKey },
    { title: "secrets", align: "right", value: (site) => site.secretDigests.length },
    { title: "created", value: (site) => formatInstant(site.createdAt) },
    { title: "host names", value: (site) => site.hostnames.join(", ") }
  ])

export const siteSheet = (site: Site): string =>
  formatFields({
    id: site.id,
    name: site.name,
    "site key": site.siteKey,
    "host names": site.hostnames.join(", "),
    "live secrets": site.secretDigests.length,
    created: formatInstant(site.createdAt),
    ...optionLabels(site.options)
  })

const optionLabels = (options: SiteOptions): Readonly<Record<string, string>> => ({
  "spam detection": onOff(options.spamDetection),
  "email rules": onOff(options.emailRules),
  "disposable addresses": options.disposableEmails,
  "ip rules": onOff(options.ipRules),
  "minimum score": options.scoreMin === 0 ? "0 (no rejections by score)" : String(options.scoreMin),
  "degraded tokens": options.degraded === "limit"
    ? `limit (${formatInteger(options.degradedPerMinuteMax)} per minute)`
    : options.degraded
})

const onOff = (isOn: boolean): string => isOn ? "on" : "off"
