/**
 * Schemes of known attacks, which Windows, Office and viewers pass to other programs. Examples are `ms-msdt`
 * (CVE-2022-30190), and `mhtml`, `mk` and `its` (CVE-2021-40444 and earlier attacks).
 */
export const attackedSchemes: ReadonlySet<string> = new Set([
  "hcp",
  "its",
  "jar",
  "jnlp",
  "jnlps",
  "mhtml",
  "mk",
  "ms-appinstaller",
  "ms-its",
  "ms-msdt",
  "ms-officecmd",
  "ms-search",
  "search",
  "search-ms",
  "shell"
])

/** Schemes followed by script code. Most document readers do not run such links, but attacks target viewers that do. */
export const scriptSchemes: ReadonlySet<string> = new Set(["javascript", "script", "vbscript"])
