/** Terms of the dashboard, each used on every page, independent of API field names. `docs/guides/dashboard.md` defines them. */
export const glossary = {
  /** `disposable`, `disposable_email` */
  throwaway: "Throwaway address",
  /** `role_account` */
  role: "Role address",
  /** `public_domain`, `public_email` */
  publicProvider: "Public provider",
  /** `spam_content`, `spam_probability` */
  spamText: "Reads like spam",
  /** `review` of a lead */
  toReview: "To review",
  /** A submission, created by `submit-phishing-link`. */
  reported: "Reported link",
  /** `success` of a form without `degraded` */
  proven: "Proven",
  /** `degraded` */
  letThrough: "Let through without proof",
  /** `reserve`, `held` */
  setAside: "Set aside",
  /** `settle`, `revenue` */
  spent: "Spent",
  /** `embedded` */
  builtIn: "Built-in",
  /** Result of any operation, including a document's `rating`. */
  verdict: "Verdict",
  /** `address` of a session or an audit entry, `ip_address` */
  ipAddress: "IP address",
  /** `created_at` of things that an account creates: keys, sites and their secrets */
  created: "Created",
  /** `created_at` of list entries: rules, blocklist entries */
  added: "Added"
} as const

/** Returns the term for use within a sentence: `throwaway address`. */
export const termInSentence = (name: keyof typeof glossary): string => {
  const term = glossary[name]
  return term.charAt(0).toLowerCase() + term.slice(1)
}
