/** Environment variable with its meaning and default. `docs/operating/settings.md` is generated from these. */
export interface Setting {
  readonly name: string
  /** Heading of the settings page under which the setting is listed. */
  readonly section: string
  readonly fallback: string
  readonly meaning: string
}

export const settings = [
  {
    name: "HOST",
    section: "Server",
    fallback: "127.0.0.1",
    meaning: "Address to listen on. Use `0.0.0.0` for all IPv4 addresses of the machine."
  },
  { name: "PORT", section: "Server", fallback: "8080", meaning: "TCP port. `0` picks a free port." },
  {
    name: "GATEHOUSE_PUBLIC_URL",
    section: "Server",
    fallback: "(the address of the request)",
    meaning:
      "URL at which browsers reach the dashboard, without a path: `https://gatehouse.example.com`. With https, cookies are sent over https only."
  },
  {
    name: "GATEHOUSE_TRUSTED_PROXIES",
    section: "Server",
    fallback: "(none)",
    meaning:
      "Addresses or networks of your reverse proxies, comma-separated: `127.0.0.1,10.0.0.0/8`. `X-Forwarded-For` is read only from these."
  },
  {
    name: "GATEHOUSE_CONNECTIONS_MAX",
    section: "Server",
    fallback: "10000",
    meaning: "Maximum number of open connections. Lower it if the process may open only few files."
  },
  {
    name: "GATEHOUSE_CONNECTIONS_PER_ADDRESS_MAX",
    section: "Server",
    fallback: "1000",
    meaning:
      "Maximum number of open connections from one address (IPv6: one /64). Behind a trusted proxy: maximum number of requests in progress from one address."
  },
  {
    name: "GATEHOUSE_STOP_DELAY_SECONDS",
    section: "Server",
    fallback: "0",
    meaning:
      "Seconds to keep serving after SIGTERM while `/readyz` returns 503, 0 to 600. Set it behind a load balancer."
  },
  {
    name: "DATABASE_URL",
    section: "Storage",
    fallback: "sqlite:./data/gatehouse.db",
    meaning: "`sqlite:PATH` or `postgres://USER:PASSWORD@HOST/NAME`."
  },
  {
    name: "GATEHOUSE_VALKEY_URL",
    section: "Storage",
    fallback: "(off)",
    meaning:
      "Valkey or Redis server that counts requests for the rate limit: `redis://USER:PASSWORD@HOST:6379/0`, or `rediss://` for TLS."
  },
  {
    name: "GATEHOUSE_STORAGE_WAIT_MILLIS",
    section: "Storage",
    fallback: "2000",
    meaning:
      "Milliseconds that a request waits for the database before it gets 503, 100 to 600000. Raise it for a slow or distant database."
  },
  {
    name: "GATEHOUSE_STARTING_CREDITS",
    section: "Storage",
    fallback: "10000",
    meaning: "Balance of the account that the first start creates."
  },
  {
    name: "GATEHOUSE_UPLOAD_BYTES_MAX",
    section: "Documents",
    fallback: "26214400",
    meaning: "Largest document that `/scan` accepts, in bytes."
  },
  {
    name: "GATEHOUSE_SCAN_WORKERS",
    section: "Documents",
    fallback: "(2 × (cores − 1))",
    meaning: "Number of threads that read documents, 1 to 64. One API key uses at most half of them, so set at least 2."
  },
  {
    name: "GATEHOUSE_SCANS_QUEUED_PER_KEY",
    section: "Documents",
    fallback: "16",
    meaning:
      "Documents of one API key that may wait for a thread. Further ones get 503. All keys together may have four times as many waiting."
  },
  {
    name: "GATEHOUSE_FETCH",
    section: "Documents",
    fallback: "on",
    meaning:
      "`on`: `/scan` downloads documents by URL, from public addresses only. `off`: `/scan` accepts uploads only."
  },
  {
    name: "GATEHOUSE_DOWNLOADS",
    section: "Documents",
    fallback: "16",
    meaning: "Downloads at the same time, 1 to 256. One API key uses at most half of them."
  },
  {
    name: "GATEHOUSE_DOWNLOADS_PER_HOST",
    section: "Documents",
    fallback: "4",
    meaning: "Downloads at the same time from one host."
  },
  {
    name: "GATEHOUSE_DOWNLOADS_QUEUED_PER_KEY",
    section: "Documents",
    fallback: "16",
    meaning:
      "Downloads of one API key that may wait. Further ones get 503. All keys together may have four times as many waiting."
  },
  {
    name: "GATEHOUSE_THREAT_FEEDS",
    section: "Threat data",
    fallback: "(none)",
    meaning:
      "Threat feeds to use beside the embedded list, comma-separated: names from `gatehouse feeds list`, file paths or URLs."
  },
  {
    name: "GATEHOUSE_FEED_KEYS",
    section: "Threat data",
    fallback: "(none)",
    meaning: "Keys of feeds that need one, comma-separated: `urlhaus=KEY`."
  },
  {
    name: "GATEHOUSE_THREATS_DIR",
    section: "Threat data",
    fallback: "./data/threats",
    meaning: "Folder for downloaded threat lists, which the next start reads."
  },
  {
    name: "GATEHOUSE_SOURCES_OPTIONAL",
    section: "Threat data",
    fallback: "(none)",
    meaning: "Threat sources whose outage fails no request, comma-separated."
  },
  {
    name: "GATEHOUSE_SOURCES_OBSERVED",
    section: "Threat data",
    fallback: "(none)",
    meaning: "Threat sources whose listings are reported but do not block, comma-separated."
  },
  {
    name: "GATEHOUSE_WEB_RISK_KEY",
    section: "Threat data",
    fallback: "(off)",
    meaning: "API key for Google Web Risk."
  },
  {
    name: "GATEHOUSE_WEB_RISK_MODE",
    section: "Threat data",
    fallback: "update",
    meaning:
      "`update` keeps Google's lists here and sends Google only hash prefixes that are on them. `lookup` sends Google every URL that is screened."
  },
  {
    name: "GATEHOUSE_WEB_RISK_URL",
    section: "Threat data",
    fallback: "https://webrisk.googleapis.com",
    meaning: "URL of the Web Risk API, for example of a proxy in front of it."
  },
  {
    name: "GATEHOUSE_SAFE_BROWSING_KEY",
    section: "Threat data",
    fallback: "(off)",
    meaning: "API key for Google Safe Browsing v5, which is for non-commercial use only."
  },
  {
    name: "GATEHOUSE_SAFE_BROWSING_MODE",
    section: "Threat data",
    fallback: "local",
    meaning:
      "`local` sends Google hash prefixes that are on its lists. `real-time` sends all but those that are likely safe. `no-storage` sends all."
  },
  {
    name: "GATEHOUSE_SAFE_BROWSING_URL",
    section: "Threat data",
    fallback: "https://safebrowsing.googleapis.com",
    meaning: "URL of the Safe Browsing API, for example of a proxy in front of it."
  },
  {
    name: "GATEHOUSE_GEO_DATABASE",
    section: "Network locations",
    fallback: "(embedded)",
    meaning: "MaxMind-format file that replaces the embedded country database."
  },
  {
    name: "GATEHOUSE_ASN_DATABASE",
    section: "Network locations",
    fallback: "(embedded)",
    meaning: "MaxMind-format file that replaces the embedded table of autonomous systems."
  },
  {
    name: "GATEHOUSE_HISTORY_DAYS",
    section: "History and leads",
    fallback: "30",
    meaning: "Days to keep the request history, 1 or more."
  },
  {
    name: "GATEHOUSE_HISTORY_SUBJECTS",
    section: "History and leads",
    fallback: "masked",
    meaning: "How the history stores addresses, URLs and file names: `masked` (`a***@example.com`), `full` or `none`."
  },
  {
    name: "GATEHOUSE_LEAD_MESSAGES",
    section: "History and leads",
    fallback: "off",
    meaning: "`keep` stores the messages of analyzed leads as long as the history, as training data. `off` stores none."
  },
  {
    name: "GATEHOUSE_SPAM_MODEL",
    section: "History and leads",
    fallback: "(embedded)",
    meaning: "Path of a spam model that `npm run spam:train` wrote."
  },
  {
    name: "GATEHOUSE_LEADS_QUEUED_PER_KEY",
    section: "History and leads",
    fallback: "64",
    meaning:
      "Leads of one API key that may wait for analysis. Further ones get 503. All keys together may have four times as many waiting."
  },
  {
    name: "GATEHOUSE_SHIELD_REQUESTS_PER_MINUTE",
    section: "Shield and pages",
    fallback: "300",
    meaning:
      "Shield requests of each kind that one address may send per minute. A site's server may verify 200 times as many."
  },
  {
    name: "GATEHOUSE_DEMO",
    section: "Shield and pages",
    fallback: "on",
    meaning:
      "`on` serves a form with the widget at `/demo`, on a site that works on this machine only. `off` removes it."
  },
  {
    name: "GATEHOUSE_DASHBOARD",
    section: "Shield and pages",
    fallback: "on",
    meaning: "`on` serves the dashboard at `/dashboard`. `off` disables it."
  },
  {
    name: "GATEHOUSE_LOG_LEVEL",
    section: "Logs, metrics and traces",
    fallback: "Info",
    meaning: "`Trace`, `Debug`, `Info`, `Warn`, `Error` or `None`."
  },
  {
    name: "GATEHOUSE_LOG_FORMAT",
    section: "Logs, metrics and traces",
    fallback: "pretty",
    meaning:
      "`pretty` for people, or `json` with one object per line. With `json` the startup message goes to standard error."
  },
  {
    name: "GATEHOUSE_ACCESS_LOG",
    section: "Logs, metrics and traces",
    fallback: "errors",
    meaning: "Requests to log: `all`, `errors` (status 500 and above) or `off`."
  },
  {
    name: "GATEHOUSE_METRICS",
    section: "Logs, metrics and traces",
    fallback: "loopback",
    meaning:
      "Clients that may read `/metrics` and the state of the threat sources: `loopback` (this machine), `public` or `off`."
  },
  {
    name: "GATEHOUSE_OTLP_URL",
    section: "Logs, metrics and traces",
    fallback: "(off)",
    meaning: "OpenTelemetry collector (OTLP over HTTP, JSON) for traces, logs and metrics."
  },
  {
    name: "GATEHOUSE_TRACE_RATIO",
    section: "Logs, metrics and traces",
    fallback: "0.01",
    meaning: "Share of requests to trace, 0 to 1, if a collector is set."
  }
] as const satisfies ReadonlyArray<Setting>

export type SettingName = typeof settings[number]["name"]
