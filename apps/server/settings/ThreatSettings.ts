import type { Setting } from "./Settings.ts"

export const threatSettings = [
  {
    name: "GATEHOUSE_THREAT_FEEDS",
    section: "Threat data",
    defaultText: "(none)",
    description:
      "Threat feeds to use beside the embedded list, comma-separated: names from `gatehouse feeds list`, file paths or URLs."
  },
  {
    name: "GATEHOUSE_FEED_KEYS",
    section: "Threat data",
    isSecret: true,
    defaultText: "(none)",
    description: "Keys of feeds that need one, comma-separated: `urlhaus=KEY`."
  },
  {
    name: "GATEHOUSE_THREATS_DIR",
    section: "Threat data",
    defaultText: "./data/threats",
    description: "Folder for downloaded threat lists, which the next start reads."
  },
  {
    name: "GATEHOUSE_SOURCES_OPTIONAL",
    section: "Threat data",
    defaultText: "(none)",
    description: "Threat sources whose outage fails no request, comma-separated."
  },
  {
    name: "GATEHOUSE_SOURCES_OBSERVED",
    section: "Threat data",
    defaultText: "(none)",
    description: "Threat sources whose listings are reported but do not block, comma-separated."
  },
  {
    name: "GATEHOUSE_WEB_RISK_KEY",
    section: "Threat data",
    isSecret: true,
    defaultText: "(off)",
    description: "API key for Google Web Risk."
  },
  {
    name: "GATEHOUSE_WEB_RISK_MODE",
    section: "Threat data",
    defaultText: "update",
    description:
      "`update` keeps Google's lists here and sends Google only hash prefixes that are on them. `lookup` sends Google every URL that is screened."
  },
  {
    name: "GATEHOUSE_WEB_RISK_URL",
    section: "Threat data",
    defaultText: "https://webrisk.googleapis.com",
    description: "URL of the Web Risk API, for example of a proxy in front of it."
  },
  {
    name: "GATEHOUSE_SAFE_BROWSING_KEY",
    section: "Threat data",
    isSecret: true,
    defaultText: "(off)",
    description: "API key for Google Safe Browsing v5, which is for non-commercial use only."
  },
  {
    name: "GATEHOUSE_SAFE_BROWSING_MODE",
    section: "Threat data",
    defaultText: "local",
    description:
      "`local` sends Google hash prefixes that are on its lists. `real-time` sends all but those that are likely safe. `no-storage` sends all."
  },
  {
    name: "GATEHOUSE_SAFE_BROWSING_URL",
    section: "Threat data",
    defaultText: "https://safebrowsing.googleapis.com",
    description: "URL of the Safe Browsing API, for example of a proxy in front of it."
  }
] as const satisfies ReadonlyArray<Setting>
