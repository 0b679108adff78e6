import type { countsOf } from "./FindPerson.ts"

/** What was removed or changed, as the audit log tells of it: `4 requests, 1 rule, 2 audit entries`. */
export const erasureWords = (counts: Omit<ReturnType<typeof countsOf>, "maskedRequests">): string => {
  const parts = [
    [counts.requests, "request", "requests"],
    [counts.leads, "lead", "leads"],
    [counts.rules, "rule", "rules"],
    [counts.members, "member or invitation", "members or invitations"],
    [counts.auditEntries, "audit entry", "audit entries"],
    [counts.decisions, "decision", "decisions"],
    [counts.links, "reported link", "reported links"]
  ] as const
  const words = parts.flatMap(([count, one, many]) => count === 0 ? [] : [`${count} ${count === 1 ? one : many}`])
  return words.length === 0 ? "nothing was kept" : words.join(", ")
}
