import { threatSettings } from "./ThreatSettings.ts"

/**
 * Environment variable with its description and default. `docs/operating/settings.md` is generated from the settings.
 */
export interface Setting {
  readonly name: string
  /** Heading of the settings page under which the setting is listed. */
  readonly section: string
  readonly defaultText: string
  readonly description: string
  /**
   * Whether the value may contain a password or a key. Messages hide the value. A variable with the suffix `_FILE` can
   * name a file that contains it.
   */
  readonly isSecret?: true
}

export const settings = [
  {
    name: "HOST",
    section: "Server",
    defaultText: "127.0.0.1",
    description: "Address to listen on. Use `0.0.0.0` for all IPv4 addresses of the machine."
  },
  { name: "PORT", section: "Server", defaultText: "8080", description: "TCP port. `0` picks a free port." },
  {
    name: "GATEHOUSE_PUBLIC_URL",
    section: "Server",
    defaultText: "(the address of the request)",
    description:
      "URL at which browsers reach the dashboard, without a path: `https://gatehouse.example.com`. With https, cookies are sent over https only."
  },
  {
    name: "GATEHOUSE_TRUSTED_PROXIES",
    section: "Server",
    defaultText: "(none)",
    description:
      "Addresses or networks of your reverse proxies, comma-separated: `127.0.0.1,10.0.0.0/8`. `X-Forwarded-For` is read only from these."
  },
  {
    name: "GATEHOUSE_CONNECTIONS_MAX",
    section: "Server",
    defaultText: "10000",
    description: "Maximum number of open connections. Lower it if the process may open only few files."
  },
  {
    name: "GATEHOUSE_CONNECTIONS_PER_ADDRESS_MAX",
    section: "Server",
    defaultText: "1000",
    description:
      "Maximum number of open connections from one address (IPv6: one /64). Behind a trusted proxy: maximum number of requests in progress from one address."
  },
  {
    name: "GATEHOUSE_STOP_DELAY_SECONDS",
    section: "Server",
    defaultText: "0",
    description:
      "Seconds to keep serving after SIGTERM while `/readyz` returns 503, 0 to 600. Set it behind a load balancer."
  },
  {
    name: "DATABASE_URL",
    section: "Storage",
    isSecret: true,
    defaultText: "sqlite:./data/gatehouse.db",
    description: "`sqlite:PATH` or `postgres://USER:PASSWORD@HOST/NAME`."
  },
  {
    name: "GATEHOUSE_VALKEY_URL",
    section: "Storage",
    isSecret: true,
    defaultText: "(off)",
    description:
      "Valkey or Redis server that counts requests for the rate limit: `redis://USER:PASSWORD@HOST:6379/0`, or `rediss://` for TLS."
  },
  {
    name: "GATEHOUSE_STORAGE_WAIT_MILLIS",
    section: "Storage",
    defaultText: "2000",
    description:
      "Milliseconds that a request waits for the database before it gets 503, 100 to 600000. Raise it for a slow or distant database."
  },
  {
    name: "GATEHOUSE_STARTING_CREDITS",
    section: "Storage",
    defaultText: "10000",
    description: "Balance of the account that the first start creates."
  },
  {
    name: "GATEHOUSE_FIRST_KEY_FILE",
    section: "Storage",
    defaultText: "(printed)",
    description:
      "File for the API key that the first start creates. The server writes it with mode 0600 and prints only its path. An existing file is not overwritten."
  },
  {
    name: "GATEHOUSE_UPLOAD_BYTES_MAX",
    section: "Documents",
    defaultText: "26214400",
    description: "Largest document that `/scan` accepts, in bytes."
  },
  {
    name: "GATEHOUSE_SCAN_WORKERS",
    section: "Documents",
    defaultText: "(2 × (cores − 1))",
    description:
      "Number of threads that read documents, 1 to 64. One API key uses at most half of them, so set at least 2."
  },
  {
    name: "GATEHOUSE_SCANS_QUEUED_PER_KEY",
    section: "Documents",
    defaultText: "16",
    description:
      "Documents of one API key that may wait for a thread. Further ones get 503. All keys together may have four times as many waiting."
  },
  {
    name: "GATEHOUSE_CLAMD",
    section: "Documents",
    defaultText: "(off)",
    description:
      "ClamAV daemon that also scans each document: `unix:/run/clamav/clamd.ctl` or `tcp://HOST:3310`. Use TCP only within a trusted network, because it is not encrypted."
  },
  {
    name: "GATEHOUSE_CLAMD_TIMEOUT",
    section: "Documents",
    defaultText: "15",
    description: "Seconds that a scan waits for ClamAV, 1 to 300."
  },
  {
    name: "GATEHOUSE_CLAMD_REQUIRED",
    section: "Documents",
    defaultText: "off",
    description:
      "`on`: without a verdict of ClamAV, a scan fails with 422. `off`: the document counts as partially scanned (`PARTIAL_SCAN`)."
  },
  {
    name: "GATEHOUSE_FETCH",
    section: "Documents",
    defaultText: "on",
    description:
      "`on`: `/scan` downloads documents by URL, from public addresses only. `off`: `/scan` accepts uploads only."
  },
  {
    name: "GATEHOUSE_DOWNLOADS",
    section: "Documents",
    defaultText: "16",
    description: "Downloads at the same time, 1 to 256. One API key uses at most half of them."
  },
  {
    name: "GATEHOUSE_DOWNLOADS_PER_HOST",
    section: "Documents",
    defaultText: "4",
    description: "Downloads at the same time from one host."
  },
  {
    name: "GATEHOUSE_DOWNLOADS_QUEUED_PER_KEY",
    section: "Documents",
    defaultText: "16",
    description:
      "Downloads of one API key that may wait. Further ones get 503. All keys together may have four times as many waiting."
  },
  ...threatSettings,
  {
    name: "GATEHOUSE_GEO_DATABASE",
    section: "Network locations",
    defaultText: "(embedded)",
    description: "MaxMind-format file that replaces the embedded country database."
  },
  {
    name: "GATEHOUSE_ASN_DATABASE",
    section: "Network locations",
    defaultText: "(embedded)",
    description: "MaxMind-format file that replaces the embedded table of autonomous systems."
  },
  {
    name: "GATEHOUSE_HISTORY_DAYS",
    section: "History and leads",
    defaultText: "30",
    description: "Days to keep the request history, 1 or more."
  },
  {
    name: "GATEHOUSE_HISTORY_SUBJECTS",
    section: "History and leads",
    defaultText: "masked",
    description:
      "How the history stores addresses, URLs and file names: `masked` (`a***@example.com`), `full` or `none`."
  },
  {
    name: "GATEHOUSE_LEAD_MESSAGES",
    section: "History and leads",
    defaultText: "off",
    description:
      "`keep` stores the messages of analyzed leads as long as the history, as training data. `off` stores none."
  },
  {
    name: "GATEHOUSE_SPAM_MODEL",
    section: "History and leads",
    defaultText: "(embedded)",
    description: "Path of a spam model that `npm run spam:train` wrote."
  },
  {
    name: "GATEHOUSE_LEADS_QUEUED_PER_KEY",
    section: "History and leads",
    defaultText: "64",
    description:
      "Leads of one API key that may wait for analysis. Further ones get 503. All keys together may have four times as many waiting."
  },
  {
    name: "GATEHOUSE_SHIELD_REQUESTS_PER_MINUTE",
    section: "Shield and pages",
    defaultText: "300",
    description:
      "Shield requests of each kind that one address may send per minute. A site's server may verify 200 times as many."
  },
  {
    name: "GATEHOUSE_DEMO",
    section: "Shield and pages",
    defaultText: "on",
    description:
      "`on` serves a form with the widget at `/demo`, on a site that works on this machine only. `off` removes it."
  },
  {
    name: "GATEHOUSE_DASHBOARD",
    section: "Shield and pages",
    defaultText: "on",
    description: "`on` serves the dashboard at `/dashboard`. `off` disables it."
  },
  {
    name: "GATEHOUSE_WEBHOOK_NETWORKS",
    section: "Webhooks",
    defaultText: "(none)",
    description:
      "Private networks to which webhooks may be sent, comma-separated: `10.1.2.0/24,127.0.0.1`. In these, http and all ports are allowed. Everywhere else, webhooks are sent only to public addresses over https."
  },
  {
    name: "GATEHOUSE_LOG_LEVEL",
    section: "Logs, metrics and traces",
    defaultText: "Info",
    description: "`Trace`, `Debug`, `Info`, `Warn`, `Error` or `None`."
  },
  {
    name: "GATEHOUSE_LOG_FORMAT",
    section: "Logs, metrics and traces",
    defaultText: "pretty",
    description:
      "`pretty` for people, or `json` with one object per line. With `json` the startup message goes to standard error."
  },
  {
    name: "GATEHOUSE_ACCESS_LOG",
    section: "Logs, metrics and traces",
    defaultText: "errors",
    description: "Requests to log: `all`, `errors` (status 500 and above) or `off`."
  },
  {
    name: "GATEHOUSE_METRICS",
    section: "Logs, metrics and traces",
    defaultText: "loopback",
    description:
      "Clients that may read `/metrics` and the state of the threat sources: `off`, or a list of `loopback` (this machine), `public` and networks (`10.0.0.0/8`). `port:9464` in the list serves them on that port only."
  },
  {
    name: "GATEHOUSE_OTLP_URL",
    section: "Logs, metrics and traces",
    defaultText: "(off)",
    description: "OpenTelemetry collector (OTLP over HTTP, JSON) for traces, logs and metrics."
  },
  {
    name: "GATEHOUSE_TRACE_RATIO",
    section: "Logs, metrics and traces",
    defaultText: "0.01",
    description:
      "Share of requests and background tasks to trace, 0 to 1, if a collector is set. A request that continues a trace has its caller's decision instead."
  },
  {
    name: "OTEL_EXPORTER_OTLP_HEADERS",
    section: "Logs, metrics and traces",
    isSecret: true,
    defaultText: "(none)",
    description:
      "Headers of each request to the collector: `authorization=Basic%20TOKEN,x-team=web`. Values are percent-encoded."
  },
  {
    name: "OTEL_RESOURCE_ATTRIBUTES",
    section: "Logs, metrics and traces",
    defaultText: "(none)",
    description:
      "Attributes of all telemetry: `deployment.environment.name=production,service.instance.id=eu-1`. Values are percent-encoded. By default, `service.instance.id` is a random UUID per process."
  },
  {
    name: "OTEL_SERVICE_NAME",
    section: "Logs, metrics and traces",
    defaultText: "gatehouse",
    description: "Name of the service in all telemetry."
  }
] as const satisfies ReadonlyArray<Setting>

export type SettingName = typeof settings[number]["name"]
