import type { RequestDetails } from "../history/RequestDetails.ts"
import type { BulkEmailCheck } from "./CheckEmails.ts"

/** Of a bulk check, what is kept beside its request: how many of each kind, and none of the addresses. */
export const bulkDetails = ({ errors, results }: BulkEmailCheck): RequestDetails => {
  const many = (name: "disposable" | "email_blocked" | "role_account" | "public_domain") =>
    results.filter((result) => result[name]).length
  return {
    score: null,
    reasons: [],
    facts: {
      checked: results.length,
      invalid: errors.length,
      disposable: many("disposable"),
      email_blocked: many("email_blocked"),
      role_account: many("role_account"),
      public_domain: many("public_domain"),
      did_you_mean: results.filter(({ did_you_mean }) => did_you_mean !== null).length
    }
  }
}
