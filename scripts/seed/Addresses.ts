import type { Random } from "./Random.ts"
import { blockedHost, companyHosts, firstNames, lastNames, publicHosts, roles, throwawayHosts } from "./Words.ts"

export interface SeedAddress {
  readonly address: string
  /** What a check says of it, as the history has it. */
  readonly verdict: "nothing found" | "public_domain" | "role_account" | "disposable" | "email_blocked"
}

/** Somebody's address; what a check finds is known by how it is made, so that a million cost nothing. */
export const madeAddress = (random: Random): SeedAddress => {
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
      return { address: `${random.one(roles)}@${random.one(companyHosts)}`, verdict: "role_account" }
    case "throwaway":
      return { address: `${person}@${random.one(throwawayHosts)}`, verdict: "disposable" }
    case "blocked":
      return { address: `${person}@${blockedHost}`, verdict: "email_blocked" }
  }
}
