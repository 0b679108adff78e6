/**
 * Terms that all dashboard pages share. They can differ from the API's names. `docs/guides/dashboard.md` defines them.
 */
export const glossary = {
  /** API names: `disposable`, `disposable_email`. */
  disposable: "Disposable address",
  /** API name: `role_account`. */
  role: "Role address",
  /** API names: `public_domain`, `public_email`. */
  freeProvider: "Free email provider",
  /** API names: `spam_content`, `spam_probability`. */
  spamWording: "Spam wording",
  /** API name: `review`, a verdict on a lead. */
  review: "Review",
  /** API name: `submission`, which `submit-phishing-link` creates. */
  reported: "Reported link",
  /** API name: `success` of a form that is not `degraded`. */
  verified: "Verified",
  /** API name: `degraded`. */
  acceptedUnverified: "Accepted unverified",
  /** API names: `reserve`, `held`. */
  reserved: "Reserved",
  /** API names: `settle`, `revenue`. */
  spent: "Spent",
  /** API name: `embedded`. */
  builtIn: "Built-in",
  /** Result of any operation, including a document's `rating`. */
  verdict: "Verdict",
  /** API names: `ip_address`, and `address` of a session or an audit entry. */
  ipAddress: "IP address",
  /** API name: `created_at` of keys, sites and site secrets. */
  created: "Created",
  /** API name: `created_at` of rules and blocklist entries. */
  added: "Added"
} as const

/** Returns the term for use within a sentence: `disposable address`. */
export const termInSentence = (name: keyof typeof glossary): string => {
  const term = glossary[name]
  return term.charAt(0).toLowerCase() + term.slice(1)
}
