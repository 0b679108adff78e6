/**
 * Schemes that Windows, Office and viewers pass to programs with known attacks (ms-msdt: CVE-2022-30190; mhtml, mk and
 * its: CVE-2021-40444 and its predecessors).
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

/** Schemes followed by script code. Document readers do not run them from a link; they target a viewer that does. */
export const scriptSchemes: ReadonlySet<string> = new Set(["javascript", "script", "vbscript"])
