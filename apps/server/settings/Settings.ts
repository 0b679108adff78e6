/** Environment variable with its meaning and default. A test compares the README's table with this one. */
export interface Setting {
  readonly name: string
  readonly fallback: string
  readonly meaning: string
}

export const settings = [
  { name: "HOST", fallback: "127.0.0.1", meaning: "Address to listen on; 0.0.0.0 for all." },
  { name: "PORT", fallback: "8080", meaning: "TCP port; 0 picks a free one." },
  {
    name: "GATEHOUSE_TRUSTED_PROXIES",
    fallback: "(none)",
    meaning: "Networks of reverse proxies whose `X-Forwarded-For` is believed, comma-separated: `127.0.0.1,10.0.0.0/8`."
  },
  {
    name: "GATEHOUSE_CONNECTIONS_MAX",
    fallback: "10000",
    meaning: "Most connections at once; fewer where the process may open only few files."
  },
  {
    name: "GATEHOUSE_CONNECTIONS_PER_ADDRESS_MAX",
    fallback: "1000",
    meaning:
      "Most connections of one address at once (IPv6: one /64); behind a trusted proxy, most requests in progress of one address."
  },
  {
    name: "GATEHOUSE_STOP_DELAY_SECONDS",
    fallback: "0",
    meaning:
      "How long the server goes on taking requests after SIGTERM, while `/readyz` already says 503, 0 to 600: for servers behind a load balancer."
  },
  {
    name: "GATEHOUSE_STORAGE_WAIT_MILLIS",
    fallback: "2000",
    meaning:
      "How long a request waits for the database before it is answered 503, in milliseconds, 100 to 600000: more for a database that is slow or far away."
  },
  {
    name: "GATEHOUSE_PUBLIC_URL",
    fallback: "(as it is called)",
    meaning:
      "Under which browsers reach the dashboard, without a path: `https://gatehouse.example.com`. Over https its cookies are sent nowhere else."
  },
  {
    name: "DATABASE_URL",
    fallback: "sqlite:./data/gatehouse.db",
    meaning: "`sqlite:PATH` or `postgres://USER:PASSWORD@HOST/NAME`."
  },
  {
    name: "GATEHOUSE_VALKEY_URL",
    fallback: "(off)",
    meaning:
      "Valkey or Redis server that counts requests for the rate limit: `redis://USER:PASSWORD@HOST:6379/0`, or `rediss://` for TLS."
  },
  {
    name: "GATEHOUSE_STARTING_CREDITS",
    fallback: "10000",
    meaning: "Balance of the account that the first start makes."
  },
  {
    name: "GATEHOUSE_UPLOAD_BYTES_MAX",
    fallback: "26214400",
    meaning: "Largest document that `/scan` takes, in bytes."
  },
  {
    name: "GATEHOUSE_SCAN_WORKERS",
    fallback: "(2 × (cores − 1))",
    meaning: "Threads that read documents, 1 to 64. One API key uses at most half of them, so give at least 2."
  },
  {
    name: "GATEHOUSE_SCANS_QUEUED_PER_KEY",
    fallback: "16",
    meaning: "Documents of one API key that wait for a thread; further ones get 503. Four times as many wait in all."
  },
  {
    name: "GATEHOUSE_FETCH",
    fallback: "on",
    meaning: "Whether `/scan` fetches documents by URL, from public addresses only: `on` or `off`."
  },
  {
    name: "GATEHOUSE_DOWNLOADS",
    fallback: "16",
    meaning: "Downloads at once, 1 to 256. One API key uses at most half of them."
  },
  { name: "GATEHOUSE_DOWNLOADS_PER_HOST", fallback: "4", meaning: "Downloads at once from one host." },
  {
    name: "GATEHOUSE_DOWNLOADS_QUEUED_PER_KEY",
    fallback: "16",
    meaning: "Downloads of one API key that wait; further ones get 503. Four times as many wait in all."
  },
  {
    name: "GATEHOUSE_THREAT_FEEDS",
    fallback: "(none)",
    meaning:
      "Threat lists beside the embedded one, comma-separated: names of `gatehouse feeds list`, paths of files, URLs."
  },
  {
    name: "GATEHOUSE_FEED_KEYS",
    fallback: "(none)",
    meaning: "Keys of feeds that want one, comma-separated: `urlhaus=KEY`."
  },
  {
    name: "GATEHOUSE_THREATS_DIR",
    fallback: "./data/threats",
    meaning: "Folder in which fetched threat lists are kept, to start from."
  },
  {
    name: "GATEHOUSE_SOURCES_OPTIONAL",
    fallback: "(none)",
    meaning: "Threat sources whose failure stops no answer, comma-separated."
  },
  {
    name: "GATEHOUSE_SOURCES_OBSERVED",
    fallback: "(none)",
    meaning: "Threat sources whose listings are reported and do not block, comma-separated."
  },
  {
    name: "GATEHOUSE_WEB_RISK_KEY",
    fallback: "(off)",
    meaning: "API key for Google Web Risk."
  },
  {
    name: "GATEHOUSE_WEB_RISK_MODE",
    fallback: "update",
    meaning:
      "`update` keeps Google's lists here and asks about prefixes that are on them; `lookup` sends Google every URL that is screened."
  },
  {
    name: "GATEHOUSE_WEB_RISK_URL",
    fallback: "https://webrisk.googleapis.com",
    meaning: "Where the Web Risk API is, such as a proxy before it."
  },
  {
    name: "GATEHOUSE_SAFE_BROWSING_KEY",
    fallback: "(off)",
    meaning: "API key for Google Safe Browsing v5, which is for non-commercial use only."
  },
  {
    name: "GATEHOUSE_SAFE_BROWSING_MODE",
    fallback: "local",
    meaning:
      "`local` asks Google about prefixes that are on its lists, `real-time` about all but what is likely safe, `no-storage` about all."
  },
  {
    name: "GATEHOUSE_SAFE_BROWSING_URL",
    fallback: "https://safebrowsing.googleapis.com",
    meaning: "Where the Safe Browsing API is, such as a proxy before it."
  },
  {
    name: "GATEHOUSE_GEO_DATABASE",
    fallback: "(embedded)",
    meaning: "A MaxMind-format file that replaces the embedded country database."
  },
  {
    name: "GATEHOUSE_ASN_DATABASE",
    fallback: "(embedded)",
    meaning: "A MaxMind-format file that replaces the embedded table of autonomous systems."
  },
  { name: "GATEHOUSE_HISTORY_DAYS", fallback: "30", meaning: "Days that the request history is kept, 1 or more." },
  {
    name: "GATEHOUSE_HISTORY_SUBJECTS",
    fallback: "masked",
    meaning:
      "What the history keeps of addresses, URLs and file names: `masked` (`a***@example.com`), `full` or `none`."
  },
  {
    name: "GATEHOUSE_SPAM_MODEL",
    fallback: "(embedded)",
    meaning: "Path of a model that `npm run spam:train` has written, to judge the messages of leads by."
  },
  {
    name: "GATEHOUSE_LEAD_MESSAGES",
    fallback: "off",
    meaning: "Whether the messages of analysed leads are kept as long as the history, for training: `keep` or `off`."
  },
  {
    name: "GATEHOUSE_LEADS_QUEUED_PER_KEY",
    fallback: "64",
    meaning: "Leads of one API key that wait to be analyzed; further ones get 503. Four times as many wait in all."
  },
  {
    name: "GATEHOUSE_SHIELD_REQUESTS_PER_MINUTE",
    fallback: "300",
    meaning: "Requests of each kind that one address may make to Shield; a site's server may verify 200 times as many."
  },
  {
    name: "GATEHOUSE_DEMO",
    fallback: "on",
    meaning: "Whether `/demo` shows a form with the widget, on a site of its own for this machine: `on` or `off`."
  },
  {
    name: "GATEHOUSE_DASHBOARD",
    fallback: "on",
    meaning: "Whether the dashboard is served at `/dashboard`: `on` or `off`."
  },
  { name: "GATEHOUSE_LOG_LEVEL", fallback: "Info", meaning: "`Trace`, `Debug`, `Info`, `Warn`, `Error` or `None`." },
  {
    name: "GATEHOUSE_LOG_FORMAT",
    fallback: "pretty",
    meaning: "`pretty` for people or `json`, one object a line; the welcome goes to standard error then."
  },
  {
    name: "GATEHOUSE_ACCESS_LOG",
    fallback: "errors",
    meaning: "Requests to log: `all`, `errors` (status 500 and up) or `off`."
  },
  {
    name: "GATEHOUSE_METRICS",
    fallback: "loopback",
    meaning: "Who may read `/metrics`, and how the threat sources fare: `loopback`, `public` or `off`."
  },
  {
    name: "GATEHOUSE_OTLP_URL",
    fallback: "(off)",
    meaning: "OpenTelemetry collector (OTLP over HTTP, JSON) that gets traces, logs and metrics."
  },
  {
    name: "GATEHOUSE_TRACE_RATIO",
    fallback: "0.01",
    meaning: "Share of requests that are traced, 0 to 1, when a collector is set."
  }
] as const satisfies ReadonlyArray<Setting>

export type SettingName = typeof settings[number]["name"]
