/** Terms that all dashboard pages share. They can differ from the API's field names. `docs/guides/dashboard.md` defines them. */
export const glossary = {
  /** `disposable`, `disposable_email` */
  disposable: "Disposable address",
  /** `role_account` */
  role: "Role address",
  /** `public_domain`, `public_email` */
  freeProvider: "Free email provider",
  /** `spam_content`, `spam_probability` */
  spamWording: "Spam wording",
  /** `review` of a lead */
  review: "Review",
  /** A submission, created by `submit-phishing-link`. */
  reported: "Reported link",
  /** `success` of a form without `degraded` */
  verified: "Verified",
  /** `degraded` */
  acceptedUnverified: "Accepted unverified",
  /** `reserve`, `held` */
  reserved: "Reserved",
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

/** Returns the term for use within a sentence: `disposable address`. */
export const termInSentence = (name: keyof typeof glossary): string => {
  const term = glossary[name]
  return term.charAt(0).toLowerCase() + term.slice(1)
}
