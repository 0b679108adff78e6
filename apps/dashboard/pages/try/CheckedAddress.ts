import type { BulkEmailResult, EmailResult } from "../../../../adapters/http/api/Emails.ts"

/** One address as the API answers it; `problem` where it is none. */
export interface CheckedAddress {
  readonly given: string
  readonly email: string
  readonly domain: string
  readonly disposable: boolean
  readonly blocked: boolean
  readonly role: boolean
  readonly publicDomain: boolean
  readonly didYouMean: string | null
  readonly problem: string | null
}

type Result = Omit<typeof BulkEmailResult.Type["results"][number], "index"> | typeof EmailResult.Type

/** Of an answer, whether it was asked alone or in a list. */
export const checkedAddress = (given: string, result: Result): CheckedAddress => ({
  given,
  email: result.email,
  domain: result.domain,
  disposable: result.disposable,
  blocked: result.email_blocked,
  role: result.role_account,
  publicDomain: result.public_domain,
  didYouMean: result.did_you_mean,
  problem: null
})

/** What the API could not read as an address, and why. */
export const invalidAddress = (given: string, problem: string): CheckedAddress => ({
  given,
  email: given,
  domain: "",
  disposable: false,
  blocked: false,
  role: false,
  publicDomain: false,
  didYouMean: null,
  problem
})
