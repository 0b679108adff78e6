/**
 * What things are called on every page, each by one name, whatever the fields of the API are called (`docs/dashboard.md` has them with
 * what they mean).
 */
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
  /** What `submit-phishing-link` makes: a submission. */
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
  /** Of an answer, whatever the operation: also a document's `rating`. */
  verdict: "Verdict",
  /** `address` of a session or an audit entry, `ip_address` */
  ipAddress: "IP address",
  /** `created_at` of what an account has made: keys, sites and their secrets */
  created: "Created",
  /** `created_at` of what was put on a list: rules, entries of the blocklist */
  added: "Added"
} as const

/** For within a sentence: `throwaway address`. */
export const termWithin = (name: keyof typeof glossary): string => {
  const term = glossary[name]
  return term.charAt(0).toLowerCase() + term.slice(1)
}
