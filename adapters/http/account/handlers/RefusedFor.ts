import { Refused } from "../api/AccountFailures.ts"

/** What the core does not take, as a refusal about one field. */
export const refusedFor = (field: string) => ({ message }: { readonly message: string }): Refused =>
  new Refused({ message, fields: { [field]: message } })
