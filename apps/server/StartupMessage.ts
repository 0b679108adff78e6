import { type Redacted } from "effect"
import { joinLink } from "../../core/members/administration/ManageInvitations.ts"
import { setUpMinutesMax } from "../../core/members/Invitations.ts"
import { demoSiteName } from "../../core/sites/Site.ts"
import type { DownloadStatus } from "../../core/threats/Download.ts"
import type { SourceStatus } from "../../core/threats/WebRisk.ts"
import { describeDatabase, describeValkey } from "./Database.ts"
import { baseUrlOf, type GatehouseConfig, listeningUrl } from "./settings/Config.ts"
import { describeMetricsAccess } from "./settings/MetricsAccess.ts"

export interface StartupInfo {
  readonly config: GatehouseConfig
  readonly database: Redacted.Redacted
  readonly host: string
  readonly port: number
  readonly sources: ReadonlyArray<SourceStatus>
  readonly download: DownloadStatus
  /** Reason why the widget cannot be served; null if it can. */
  readonly widgetProblem: string | null
  /** Reason why the dashboard cannot be served; null if it can. */
  readonly dashboardProblem: string | null
  /** Reason why the documentation cannot be served; null if it can. */
  readonly docsProblem: string | null
  /** Whether `/demo` shows its form; false if the demo is off or its site was deleted. */
  readonly hasDemo: boolean
  /** Token of the setup link for the dashboard's first owner; null if no link is needed. */
  readonly setUpToken: string | null
  /** First API key, which only the first start shows; otherwise null. */
  readonly key: string | null
}

/** Renders the startup message for the operator: addresses, the state of each part, and first steps. */
export const formatStartupMessage = (welcome: StartupInfo): string => {
  const { config, hasDemo, host, key, port } = welcome
  const base = listeningUrl(host, port)
  return [
    "",
    `Gatehouse listens on ${base}${
      host === "0.0.0.0" || host === "::" ? ", and on every other address of this machine" : ""
    }`,
    `  docs    ${base}/docs`,
    ...hasDemo ? [`  demo    ${base}/demo`] : [],
    `  health  ${base}/healthz`,
    "",
    ...tableOf(statusRowsOf(welcome, base)),
    "",
    ...sourcesDown(welcome),
    ...keyLines(key, config.firstKeyFile, base),
    "",
    ...setUpLines(welcome)
  ].join("\n")
}

/** Part of the server: its state, its name, and its configuration or the reason why it is off. */
type StatusRow = readonly ["on" | "off" | "DOWN", string, string]

const statusRowsOf = (welcome: StartupInfo, base: string): ReadonlyArray<StatusRow> => [
  ...storageParts(welcome),
  ...threatParts(welcome),
  ...outputParts(welcome, base),
  ...screeningParts(welcome),
  ...pageParts(welcome, base),
  proxyPart(welcome.config)
]

const storageParts = ({ config, database }: StartupInfo): ReadonlyArray<StatusRow> => [
  ["on", "storage", describeDatabase(database)],
  ...config.valkeyUrl === null ? [] : [["on", "rate limit", `Valkey, ${describeValkey(config.valkeyUrl)}`] as const]
]

const threatParts = ({ config, sources }: StartupInfo): ReadonlyArray<StatusRow> => [
  ...sources.map((
    source
  ): StatusRow => [source.state === "down" ? "DOWN" : "on", "threat list", describeSource(source)]),
  ...config.threatFeeds.length > 0 ? [] : [["off", "threat feeds", "GATEHOUSE_THREAT_FEEDS is not set"] as const],
  ...config.webRiskKey === null ? [["off", "Google Web Risk", "GATEHOUSE_WEB_RISK_KEY is not set"] as const] : [],
  config.safeBrowsingKey === null
    ? ["off", "Safe Browsing", "GATEHOUSE_SAFE_BROWSING_KEY is not set"]
    : ["on", "Safe Browsing", `${config.safeBrowsingMode} mode, for non-commercial use only`]
]

const outputParts = ({ config }: StartupInfo, base: string): ReadonlyArray<StatusRow> => [
  ["on", "countries", config.geoDatabase ?? "embedded database"],
  metricsPart(config, base),
  config.otlpUrl === null
    ? ["off", "tracing", "GATEHOUSE_OTLP_URL is not set"]
    : ["on", "tracing", `${config.otlpUrl}, ${config.traceRatio * 100} % of requests, and those that callers trace`]
]

const metricsPart = ({ host, metrics }: GatehouseConfig, base: string): StatusRow => {
  if (metrics.readers?.length === 0) return ["off", "metrics", "GATEHOUSE_METRICS is off"]
  const origin = metrics.port === null ? base : listeningUrl(host, metrics.port)
  return ["on", "metrics", `${origin}/metrics, ${describeMetricsAccess(metrics)}`]
}

const screeningParts = ({ config, download }: StartupInfo): ReadonlyArray<StatusRow> => [
  download.live
    ? ["on", "documents by URL", "from public addresses only"]
    : ["off", "documents by URL", download.reason],
  config.clamd === null
    ? ["off", "malware engine", "GATEHOUSE_CLAMD is not set"]
    : ["on", "malware engine", `ClamAV at ${"path" in config.clamd ? config.clamd.path : config.clamd.host}`],
  ["on", "spam model", config.spamModel ?? "embedded"],
  config.leadMessages === "keep"
    ? ["on", "lead messages", `kept ${config.historyDays} days`]
    : ["off", "lead messages", "not kept: GATEHOUSE_LEAD_MESSAGES is off"]
]

const pageParts = (
  { config, dashboardProblem, docsProblem, hasDemo, widgetProblem }: StartupInfo,
  base: string
): ReadonlyArray<StatusRow> => [
  widgetProblem === null
    ? ["on", "Shield", `${base}/shield/widget.js`]
    : ["DOWN", "Shield", `the widget cannot be served: ${widgetProblem}`],
  config.dashboard === "off"
    ? ["off", "dashboard", "GATEHOUSE_DASHBOARD is off"]
    : dashboardProblem === null
    ? ["on", "dashboard", `${base}/dashboard`]
    : ["DOWN", "dashboard", `it cannot be served: ${dashboardProblem}`],
  ...docsProblem === null ? [] : [["DOWN", "docs", `they cannot be served: ${docsProblem}`] as const],
  ...config.demo === "off"
    ? [["off", "demo", "GATEHOUSE_DEMO is off"] as const]
    : hasDemo
    ? []
    : [["off", "demo", `its site was deleted; create a site named ${demoSiteName} to enable it`] as const]
]

const proxyPart = ({ trustedProxies }: GatehouseConfig): StatusRow =>
  trustedProxies.length === 0
    ? ["off", "proxies", "GATEHOUSE_TRUSTED_PROXIES is not set; X-Forwarded-For is ignored"]
    : ["on", "proxies", `X-Forwarded-For is trusted from ${trustedProxies.join(", ")}`]

const tableOf = (parts: ReadonlyArray<StatusRow>): ReadonlyArray<string> => {
  const stateWidth = Math.max(...parts.map(([state]) => state.length))
  const nameWidth = Math.max(...parts.map(([, name]) => name.length))
  return parts.map(([state, name, detail]) => `  ${state.padEnd(stateWidth)}  ${name.padEnd(nameWidth)}  ${detail}`)
}

const sourcesDown = ({ sources }: StartupInfo): ReadonlyArray<string> => {
  const down = sources.filter(({ required, state }) => required && state === "down").map(({ name }) => name)
  return down.length === 0 ? [] : [
    `Until ${
      down.join(", ")
    } are available, URL checks fail with status 422 unless another source lists the URL, because an incomplete`,
    "check must not report a URL as safe. Set GATEHOUSE_SOURCES_OPTIONAL to make sources optional. /healthz shows their status.",
    ""
  ]
}

const keyLines = (key: string | null, keyFile: string | null, base: string): ReadonlyArray<string> =>
  key !== null && keyFile !== null
    ? [
      `First start: an account with credits and an API key was created. The key is in ${keyFile}.`,
      "",
      "Try it:",
      "",
      curlExample(base, `$(cat ${keyFile})`)
    ]
    : key === null
    ? [
      "API keys: run `./gatehouse keys create --name NAME` to create one, and `./gatehouse keys list` to list them."
    ]
    : [
      "First start: an account with credits and this API key was created. The key is shown only once; store it now.",
      "",
      `  ${key}`,
      "",
      "Try it:",
      "",
      curlExample(base, key)
    ]

const curlExample = (base: string, key: string): string =>
  `  curl -s ${base}/scan/email -H "API-KEY: ${key}" -H "Content-Type: application/json" -d '{"email":"ann@gmial.com"}'`

const setUpLines = ({ config, host, port, setUpToken }: StartupInfo): ReadonlyArray<string> => {
  if (setUpToken === null) return []
  const link = joinLink(baseUrlOf({ publicUrl: config.publicUrl, host, port }), setUpToken)
  return [`Set up the dashboard: ${link} (works once, expires in ${setUpMinutesMax} minutes)`, ""]
}

const describeSource = ({ entries, kind, name, problem }: SourceStatus): string => {
  const held = `${entries} ${entries === 1 ? "entry" : "entries"}`
  const what = kind === "web-risk-lookup" ? "which receives every screened URL" : held
  return [`${name}, ${what}`, ...problem === null ? [] : [problem]].join(": ")
}
