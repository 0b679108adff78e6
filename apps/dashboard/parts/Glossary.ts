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
  builtIn: "Built-in"
} as const

/** For within a sentence: `throwaway address`. */
export const termWithin = (name: keyof typeof glossary): string => {
  const term = glossary[name]
  return term.charAt(0).toLowerCase() + term.slice(1)
}
