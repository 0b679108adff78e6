import { Config, Effect, Redacted, Schema } from "effect"
import type { ClamdAddress } from "../../../adapters/malware/clamd/ClamdAddress.ts"
import { webRiskUrl } from "../../../adapters/webrisk/google/Vendor.ts"
import { safeBrowsingUrl } from "../../../adapters/webrisk/safebrowsing/Requests.ts"
import { uploadBytesMaxDefault } from "../../../core/documents/ReceivedBytes.ts"
import { storageWaitMillisDefault } from "../../../core/kernel/StorageHealth.ts"
import { keyboardDistance } from "../../../core/mail-addresses/KeyboardDistance.ts"
import { historyDaysDefault } from "../../../core/maintenance/RunMaintenance.ts"
import { shieldRequestsPerMinuteDefault } from "../../../core/shield/VisitorTraffic.ts"
import type { MetricsAccess } from "./MetricsAccess.ts"
import { isSecretFileSetting, isSecretSetting, withSecretFiles } from "./SecretFiles.ts"
import {
  clamdAddressOrNull,
  headersOrNull,
  integerInRange,
  integerOrDefault,
  keyOrNull,
  metricsAccess,
  type NamedValues,
  namedValues,
  networkList,
  oneOfOrDefault,
  originOrNull,
  stringList,
  textOrNull,
  valkeyUrlOrNull,
  webUrl
} from "./SettingParsers.ts"
import { settings } from "./Settings.ts"

/** Returns a setting's value for a message. Values that may contain a password or a key are hidden. */
export const formatSettingValue = (name: string): string =>
  isSecretSetting(name) ? "set" : JSON.stringify(process.env[name] ?? "")

/** Returns the names of all environment variables. */
export const environmentNames = (): ReadonlyArray<string> => Object.keys(process.env)

export interface GatehouseConfig {
  readonly host: string
  readonly port: number
  readonly trustedProxies: ReadonlyArray<string>
  readonly connectionsMax: number
  readonly connectionsPerAddressMax: number
  readonly stopDelaySeconds: number
  readonly storageWaitMillis: number
  /** URL at which browsers reach the server, without a trailing slash; null if not configured. */
  readonly publicUrl: string | null
  readonly databaseUrl: Redacted.Redacted
  /** Valkey server that counts requests; null if the database or this process counts them. */
  readonly valkeyUrl: Redacted.Redacted | null
  readonly startingCredits: number
  /** Path of the file to which the first API key is written; null to print the key. */
  readonly firstKeyFile: string | null
  readonly uploadBytesMax: number
  /** Number of threads that read documents; null if derived from the number of cores. */
  readonly scanWorkers: number | null
  readonly scansQueuedPerKey: number
  /** ClamAV daemon that scans documents too; null if it is off. */
  readonly clamd: ClamdAddress | null
  readonly clamdTimeoutSeconds: number
  readonly clamdRequired: "on" | "off"
  readonly fetch: "on" | "off"
  readonly downloads: number
  readonly downloadsPerHost: number
  readonly downloadsQueuedPerKey: number
  readonly threatFeeds: ReadonlyArray<string>
  readonly feedKeys: Redacted.Redacted
  readonly threatsDir: string
  readonly sourcesOptional: ReadonlyArray<string>
  readonly sourcesObserved: ReadonlyArray<string>
  /** API key of Google Web Risk; null if Web Risk is off. */
  readonly webRiskKey: Redacted.Redacted | null
  readonly webRiskMode: "update" | "lookup"
  readonly webRiskUrl: string
  /** API key of Google Safe Browsing; null if Safe Browsing is off. */
  readonly safeBrowsingKey: Redacted.Redacted | null
  readonly safeBrowsingMode: "local" | "real-time" | "no-storage"
  readonly safeBrowsingUrl: string
  readonly geoDatabase: string | null
  readonly asnDatabase: string | null
  readonly historyDays: number
  readonly historySubjects: "masked" | "full" | "none"
  /** Path of a spam model; null for the embedded model. */
  readonly spamModel: string | null
  readonly leadMessages: "off" | "keep"
  readonly leadsQueuedPerKey: number
  readonly shieldRequestsPerMinute: number
  /** Private networks to which webhooks may be sent. */
  readonly webhookNetworks: ReadonlyArray<string>
  readonly demo: "on" | "off"
  readonly dashboard: "on" | "off"
  readonly logLevel: "Trace" | "Debug" | "Info" | "Warn" | "Error" | "None"
  readonly logFormat: "pretty" | "json"
  readonly accessLog: "all" | "errors" | "off"
  readonly metrics: MetricsAccess
  readonly otlpUrl: string | null
  /** Headers of each request to the OpenTelemetry collector; null if there are none. */
  readonly otlpHeaders: Redacted.Redacted<NamedValues> | null
  /** Attributes of the resource that the telemetry describes, such as `deployment.environment.name`. */
  readonly resourceAttributes: NamedValues
  /** OpenTelemetry name of this service; null if not configured. */
  readonly serviceName: string | null
  readonly traceRatio: number
}

export const databaseUrlDefault = "sqlite:./data/gatehouse.db"

const environmentConfig: Config.Config<GatehouseConfig> = Config.all({
  host: Config.withDefault(Config.NonEmptyString("HOST"), "127.0.0.1"),
  port: integerOrDefault("PORT", 0, 65_535, 8080),
  trustedProxies: networkList("GATEHOUSE_TRUSTED_PROXIES"),
  connectionsMax: integerOrDefault("GATEHOUSE_CONNECTIONS_MAX", 1, 1_000_000, 10_000),
  connectionsPerAddressMax: integerOrDefault("GATEHOUSE_CONNECTIONS_PER_ADDRESS_MAX", 1, 1_000_000, 1_000),
  stopDelaySeconds: integerOrDefault("GATEHOUSE_STOP_DELAY_SECONDS", 0, 600, 0),
  storageWaitMillis: integerOrDefault("GATEHOUSE_STORAGE_WAIT_MILLIS", 100, 600_000, storageWaitMillisDefault),
  publicUrl: originOrNull("GATEHOUSE_PUBLIC_URL"),
  databaseUrl: Config.withDefault(Config.Redacted("DATABASE_URL"), Redacted.make(databaseUrlDefault)),
  valkeyUrl: valkeyUrlOrNull("GATEHOUSE_VALKEY_URL"),
  startingCredits: integerOrDefault("GATEHOUSE_STARTING_CREDITS", 0, 1_000_000_000, 10_000),
  firstKeyFile: textOrNull("GATEHOUSE_FIRST_KEY_FILE"),
  uploadBytesMax: integerOrDefault("GATEHOUSE_UPLOAD_BYTES_MAX", 1, 1_073_741_824, uploadBytesMaxDefault),
  scanWorkers: Config.withDefault(integerInRange("GATEHOUSE_SCAN_WORKERS", 1, 64), null),
  scansQueuedPerKey: integerOrDefault("GATEHOUSE_SCANS_QUEUED_PER_KEY", 1, 1_000, 16),
  clamd: clamdAddressOrNull("GATEHOUSE_CLAMD"),
  clamdTimeoutSeconds: integerOrDefault("GATEHOUSE_CLAMD_TIMEOUT", 1, 300, 15),
  clamdRequired: oneOfOrDefault("GATEHOUSE_CLAMD_REQUIRED", ["on", "off"], "off"),
  fetch: oneOfOrDefault("GATEHOUSE_FETCH", ["on", "off"], "on"),
  downloads: integerOrDefault("GATEHOUSE_DOWNLOADS", 1, 256, 16),
  downloadsPerHost: integerOrDefault("GATEHOUSE_DOWNLOADS_PER_HOST", 1, 256, 4),
  downloadsQueuedPerKey: integerOrDefault("GATEHOUSE_DOWNLOADS_QUEUED_PER_KEY", 1, 1_000, 16),
  threatFeeds: stringList("GATEHOUSE_THREAT_FEEDS"),
  feedKeys: Config.withDefault(Config.Redacted("GATEHOUSE_FEED_KEYS"), Redacted.make("")),
  threatsDir: Config.withDefault(Config.NonEmptyString("GATEHOUSE_THREATS_DIR"), "./data/threats"),
  sourcesOptional: stringList("GATEHOUSE_SOURCES_OPTIONAL"),
  sourcesObserved: stringList("GATEHOUSE_SOURCES_OBSERVED"),
  webRiskKey: keyOrNull("GATEHOUSE_WEB_RISK_KEY"),
  webRiskMode: oneOfOrDefault("GATEHOUSE_WEB_RISK_MODE", ["update", "lookup"], "update"),
  webRiskUrl: Config.withDefault(webUrl("GATEHOUSE_WEB_RISK_URL"), webRiskUrl),
  safeBrowsingKey: keyOrNull("GATEHOUSE_SAFE_BROWSING_KEY"),
  safeBrowsingMode: oneOfOrDefault("GATEHOUSE_SAFE_BROWSING_MODE", ["local", "real-time", "no-storage"], "local"),
  safeBrowsingUrl: Config.withDefault(webUrl("GATEHOUSE_SAFE_BROWSING_URL"), safeBrowsingUrl),
  geoDatabase: textOrNull("GATEHOUSE_GEO_DATABASE"),
  asnDatabase: textOrNull("GATEHOUSE_ASN_DATABASE"),
  historyDays: integerOrDefault("GATEHOUSE_HISTORY_DAYS", 1, 36_500, historyDaysDefault),
  historySubjects: oneOfOrDefault("GATEHOUSE_HISTORY_SUBJECTS", ["masked", "full", "none"], "masked"),
  spamModel: textOrNull("GATEHOUSE_SPAM_MODEL"),
  leadMessages: oneOfOrDefault("GATEHOUSE_LEAD_MESSAGES", ["off", "keep"], "off"),
  leadsQueuedPerKey: integerOrDefault("GATEHOUSE_LEADS_QUEUED_PER_KEY", 1, 10_000, 64),
  shieldRequestsPerMinute: integerOrDefault(
    "GATEHOUSE_SHIELD_REQUESTS_PER_MINUTE",
    1,
    1_000_000,
    shieldRequestsPerMinuteDefault
  ),
  webhookNetworks: networkList("GATEHOUSE_WEBHOOK_NETWORKS"),
  demo: oneOfOrDefault("GATEHOUSE_DEMO", ["on", "off"], "on"),
  dashboard: oneOfOrDefault("GATEHOUSE_DASHBOARD", ["on", "off"], "on"),
  logLevel: oneOfOrDefault("GATEHOUSE_LOG_LEVEL", ["Trace", "Debug", "Info", "Warn", "Error", "None"], "Info"),
  logFormat: oneOfOrDefault("GATEHOUSE_LOG_FORMAT", ["pretty", "json"], "pretty"),
  accessLog: oneOfOrDefault("GATEHOUSE_ACCESS_LOG", ["all", "errors", "off"], "errors"),
  metrics: metricsAccess("GATEHOUSE_METRICS"),
  otlpUrl: Config.withDefault(webUrl("GATEHOUSE_OTLP_URL"), null),
  otlpHeaders: headersOrNull("OTEL_EXPORTER_OTLP_HEADERS"),
  resourceAttributes: namedValues("OTEL_RESOURCE_ATTRIBUTES"),
  serviceName: textOrNull("OTEL_SERVICE_NAME"),
  traceRatio: Config.schema(
    Schema.FiniteFromString.check(Schema.isBetween({ minimum: 0, maximum: 1 })),
    "GATEHOUSE_TRACE_RATIO"
  )
    .pipe(Config.withDefault(0.01))
})

/** All settings, from environment variables and from the files that they name. */
export const gatehouseConfig: Effect.Effect<GatehouseConfig, Config.ConfigError> = withSecretFiles(environmentConfig)

const prefix = "GATEHOUSE_"
/** Settings of the command line, which a server's environment may also contain. */
const nonServerNames: ReadonlySet<string> = new Set([
  "GATEHOUSE_API_KEY",
  "GATEHOUSE_MANAGEMENT_KEY",
  "GATEHOUSE_SERVER",
  "GATEHOUSE_WEB_RISK_PROJECT",
  "GATEHOUSE_WEB_RISK_TOKEN"
])
const testPrefix = "GATEHOUSE_TEST_"
/** Maximum number of unknown names to log, so that an unusual environment does not fill the log. */
export const unknownSettingsMax = 10
/** Maximum number of typos between a name and the suggested setting. */
const typosMax = 4

/** Returns unknown variables with the prefix of settings, each with the most similar setting. */
export const unknownSettings = (
  names: ReadonlyArray<string>
): ReadonlyArray<{ readonly name: string; readonly suggestion: string | null }> =>
  names
    .filter((name) => name.startsWith(prefix) && !name.startsWith(testPrefix) && !nonServerNames.has(name))
    .filter((name) => !isSecretFileSetting(name))
    .filter((name) => settings.every((setting) => setting.name !== name))
    .toSorted()
    .slice(0, unknownSettingsMax)
    .map((name) => ({ name: name.slice(0, 100), suggestion: closestSetting(name.slice(0, 100)) }))

const closestSetting = (name: string): string | null => {
  const [closest] = settings
    .map((setting) => ({ name: setting.name, typos: keyboardDistance(name, setting.name) }))
    .toSorted((one, other) => one.typos - other.typos)
  return closest !== undefined && closest.typos <= typosMax ? closest.name : null
}

/** Warns about unknown settings, because a setting with a typo would otherwise be ignored silently. */
export const warnOfUnknownSettings = Effect.suspend(() =>
  Effect.forEach(
    unknownSettings(environmentNames()),
    ({ name, suggestion }) =>
      Effect.logWarning(
        `${name} is not a Gatehouse setting.${suggestion === null ? "" : ` Did you mean ${suggestion}?`}`
      ),
    { discard: true }
  )
)

/** Returns the URL at which programs on this machine reach a server with this listening address. */
export const listeningUrl = (host: string, port: number): string => {
  const name = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host.includes(":") ? `[${host}]` : host
  return `http://${name}:${port}`
}

/**
 * Returns the URL at which browsers reach the server: the public URL, or else the listening address. It has no trailing
 * slash.
 */
export const baseUrlOf = ({ host, port, publicUrl }: {
  readonly publicUrl: string | null
  readonly host: string
  readonly port: number
}): string => publicUrl ?? listeningUrl(host, port)
