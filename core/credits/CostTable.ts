/**
 * Cost per operation in credits, as published in the API contract. For bulk email, this is the cost per unique address.
 */
export const costTable = {
  "scan": 20,
  "scan/url": 5,
  "scan/email": 1,
  "scan/email/bulk": 1,
  "lead/analyze": 0,
  "submit-phishing-link": 0,
  "shield/siteverify": 0,
  "shield/challenge": 0,
  "shield/redeem": 0,
  "shield/refresh": 0
} as const satisfies Record<string, number>

export type Operation = keyof typeof costTable

/** Maximum credits of a movement and of a balance. This limit keeps sums exact integers. */
export const creditsMax = 1_000_000_000_000
