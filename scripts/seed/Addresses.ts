import type { Random } from "./Random.ts"
import { blockedHost, companyHosts, firstNames, lastNames, mailboxRoles, publicHosts, throwawayHosts } from "./Words.ts"

export interface SeedAddress {
  readonly address: string
  /** Verdict of a check as the history stores it. */
  readonly verdict: "nothing found" | "public_domain" | "role_account" | "disposable" | "email_blocked"
}

/** Creates an address with a known verdict, so that a million addresses need no checks. */
export const makeAddress = (random: Random): SeedAddress => {
  const person = `${random.one(firstNames)}.${random.one(lastNames)}${random.chance(0.3) ? random.integer(1, 99) : ""}`
  const kind = random.weighted(
    [["company", 45], ["public", 38], ["role", 8], ["throwaway", 8], ["blocked", 1]] as const
  )
  switch (kind) {
    case "company":
      return { address: `${person}@${random.one(companyHosts)}`, verdict: "nothing found" }
    case "public":
      return { address: `${person}@${random.one(publicHosts)}`, verdict: "public_domain" }
    case "role":
      return { address: `${random.one(mailboxRoles)}@${random.one(companyHosts)}`, verdict: "role_account" }
    case "throwaway":
      return { address: `${person}@${random.one(throwawayHosts)}`, verdict: "disposable" }
    case "blocked":
      return { address: `${person}@${blockedHost}`, verdict: "email_blocked" }
  }
}
