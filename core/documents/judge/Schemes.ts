/**
 * Schemes that Windows, Office and viewers hand to programs which have been attacked through them (ms-msdt: CVE-2022-30190;
 * mhtml, mk and its: CVE-2021-40444 and its forerunners).
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

/** Schemes whose rest is a script. No reader of documents runs them behind a link; they are there for one that does. */
export const scriptSchemes: ReadonlySet<string> = new Set(["javascript", "script", "vbscript"])
