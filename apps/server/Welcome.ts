import { type Redacted } from "effect"
import { joinLink } from "../../core/members/administration/ManageInvitations.ts"
import { setUpMinutesMax } from "../../core/members/Invitations.ts"
import { demoSiteName } from "../../core/sites/Site.ts"
import type { DownloadStatus } from "../../core/threats/Download.ts"
import type { SourceStatus } from "../../core/threats/WebRisk.ts"
import { describeDatabase, describeValkey } from "./Database.ts"
import { baseUrlOf, type GatehouseConfig, listeningUrl } from "./settings/Config.ts"

export interface Welcome {
  readonly config: GatehouseConfig
  readonly database: Redacted.Redacted<string>
  readonly host: string
  readonly port: number
  readonly sources: ReadonlyArray<SourceStatus>
  readonly download: DownloadStatus
  /** Why there is no widget to serve; null where there is one. */
  readonly widgetProblem: string | null
  /** Why there is no dashboard to serve; null where there is one. */
  readonly dashboardProblem: string | null
  /** Whether `/demo` shows its form: not where somebody has deleted its site. */
  readonly hasDemo: boolean
  /** Of the link that makes the dashboard's first owner; null where there is one. */
  readonly setUpToken: string | null
  /** The first key; null on every start but the first. */
  readonly key: string | null
}

/** What the operator reads after a start: where things are, what is on and what is off, and what to try. */
export const welcomeText = (
  { config, dashboardProblem, database, download, hasDemo, host, key, port, setUpToken, sources, widgetProblem }:
    Welcome
): string => {
  const base = listeningUrl(host, port)
  const adapters = [
    ["on", "storage", describeDatabase(database)],
    config.valkeyUrl === null ? [] : ["on", "rate limit", `Valkey, ${describeValkey(config.valkeyUrl)}`],
    ...sources.map((source) => [source.state === "down" ? "DOWN" : "on", "threat list", describeSource(source)]),
    config.threatFeeds.length > 0 ? [] : ["off", "threat feeds", "GATEHOUSE_THREAT_FEEDS names none"],
    config.webRiskKey === null ? ["off", "Google Web Risk", "GATEHOUSE_WEB_RISK_KEY is not set"] : [],
    config.safeBrowsingKey === null
      ? ["off", "Safe Browsing", "GATEHOUSE_SAFE_BROWSING_KEY is not set"]
      : ["on", "Safe Browsing", `${config.safeBrowsingMode} mode, for non-commercial use only`],
    ["on", "countries", config.geoDatabase ?? "embedded database"],
    config.metrics === "off"
      ? ["off", "metrics", "GATEHOUSE_METRICS is off"]
      : ["on", "metrics", `${base}/metrics, ${config.metrics}`],
    config.otlpUrl === null
      ? ["off", "tracing", "GATEHOUSE_OTLP_URL is not set"]
      : ["on", "tracing", `${config.otlpUrl}, ${config.traceRatio * 100} % of requests`],
    download.live
      ? ["on", "documents by URL", "from public addresses only"]
      : ["off", "documents by URL", download.reason],
    ["on", "spam model", config.spamModel ?? "embedded"],
    config.leadMessages === "keep"
      ? ["on", "lead messages", `kept ${config.historyDays} days`]
      : ["off", "lead messages", "not kept: GATEHOUSE_LEAD_MESSAGES is off"],
    widgetProblem === null
      ? ["on", "Shield", `${base}/shield/widget.js`]
      : ["DOWN", "Shield", `the widget cannot be served: ${widgetProblem}`],
    config.dashboard === "off"
      ? ["off", "dashboard", "GATEHOUSE_DASHBOARD is off"]
      : dashboardProblem === null
      ? ["on", "dashboard", `${base}/dashboard`]
      : ["DOWN", "dashboard", `it cannot be served: ${dashboardProblem}`],
    config.demo === "off"
      ? ["off", "demo", "GATEHOUSE_DEMO is off"]
      : hasDemo
      ? []
      : ["off", "demo", `its site was deleted; a site of the name ${demoSiteName} brings it back`],
    config.trustedProxies.length === 0
      ? ["off", "proxies", "GATEHOUSE_TRUSTED_PROXIES names none: X-Forwarded-For is not read"]
      : ["on", "proxies", `X-Forwarded-For is believed of ${config.trustedProxies.join(", ")}`]
  ].filter((row) => row.length > 0)
  const widest = (column: number) => Math.max(...adapters.map((row) => row[column]!.length))
  const away = sources.filter(({ required, state }) => required && state === "down").map(({ name }) => name)
  return [
    "",
    `Gatehouse listens on ${base}${
      host === "0.0.0.0" || host === "::" ? ", and on every other address of this machine" : ""
    }`,
    `  docs    ${base}/docs`,
    ...hasDemo ? [`  demo    ${base}/demo`] : [],
    `  health  ${base}/healthz`,
    "",
    ...adapters.map(([state, name, detail]) => `  ${state!.padEnd(widest(0))}  ${name!.padEnd(widest(1))}  ${detail}`),
    "",
    ...(away.length === 0 ? [] : [
      `Until ${
        away.join(", ")
      } can answer, a URL that no other source lists is answered 422: nothing is called safe on half`,
      "of the knowledge. GATEHOUSE_SOURCES_OPTIONAL names sources that may be away. /healthz tells how they fare.",
      ""
    ]),
    ...(key === null
      ? ["Keys: `npx gatehouse keys create --name NAME` makes one, `npx gatehouse keys list` shows them."]
      : [
        "First start: an account was made, with credits and this key. It is shown once; keep it.",
        "",
        `  ${key}`,
        "",
        "Try it:",
        "",
        `  curl -s ${base}/scan/email -H 'API-KEY: ${key}' -H 'Content-Type: application/json' -d '{"email":"ann@gmial.com"}'`
      ]),
    "",
    ...setUpToken === null ? [] : [
      `Set up the dashboard: ${
        joinLink(baseUrlOf({ publicUrl: config.publicUrl, host, port }), setUpToken)
      } (good for ${setUpMinutesMax} minutes, once)`,
      ""
    ]
  ].join("\n")
}

const describeSource = ({ entries, kind, name, problem }: SourceStatus): string => {
  const held = `${entries} ${entries === 1 ? "entry" : "entries"}`
  const what = kind === "web-risk-lookup" ? "which is told every URL that is screened" : held
  return [`${name}, ${what}`, ...problem === null ? [] : [problem]].join(": ")
}
