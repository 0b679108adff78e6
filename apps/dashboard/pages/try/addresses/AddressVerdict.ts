import type { BulkEmailResult, EmailResult } from "../../../../../adapters/http/api/Emails.ts"
import { glossary } from "../../../parts/text/Glossary.ts"
import type { Tone } from "../../../parts/text/Verdict.tsx"
import { csvText } from "./Csv.ts"

/** What an address comes to, the weightiest first; what the table is filtered by. */
export const addressVerdicts = ["invalid", "blocked", "throwaway", "typo", "role", "fine"] as const

export type AddressVerdict = typeof addressVerdicts[number]

export const addressVerdict = (address: CheckedAddress): AddressVerdict =>
  address.problem !== null
    ? "invalid"
    : address.blocked
    ? "blocked"
    : address.disposable
    ? "throwaway"
    : address.didYouMean !== null
    ? "typo"
    : address.role
    ? "role"
    : "fine"

export interface VerdictWords {
  readonly title: string
  /** What it means, and what to do. */
  readonly about: string
  readonly tone: Tone
}

export const addressWords: Readonly<Record<AddressVerdict, VerdictWords>> = {
  invalid: { title: "Not an address", about: "No mail can be sent to it. Ask for another.", tone: "bad" },
  blocked: { title: "Blocked", about: "One of this account's own rules blocks it.", tone: "bad" },
  throwaway: {
    title: glossary.throwaway,
    about: "Its service hands out addresses for a few minutes. Nobody will read mail there tomorrow.",
    tone: "caution"
  },
  typo: {
    title: "Typo",
    about: "The domain looks like a slip of the keyboard. Ask whether the other one was meant.",
    tone: "caution"
  },
  role: {
    title: glossary.role,
    about: "It names a function and not a person, such as info or admin.",
    tone: "plain"
  },
  fine: { title: "Fine", about: "Nothing speaks against it.", tone: "good" }
}

/**
 * Everything noticed of one address, in sentences, the weightiest first.
 *
 * @param said what is said of it already: the sentence that says no more is left out
 */
export const addressRemarks = (address: CheckedAddress, said?: AddressVerdict): ReadonlyArray<string> => [
  ...address.problem === null ? [] : [address.problem],
  ...address.blocked && said !== "blocked" ? [addressWords.blocked.about] : [],
  ...address.disposable && said !== "throwaway" ? [`${address.domain} hands out throwaway addresses.`] : [],
  ...address.didYouMean === null ? [] : [`Perhaps ${address.didYouMean} was meant.`],
  ...address.role && said !== "role" ? [addressWords.role.about] : [],
  ...address.publicDomain ? [`Anybody can have an address at ${address.domain}. By itself that means nothing.`] : []
]

/** For a spreadsheet. */
export const addressesCsv = (addresses: Iterable<CheckedAddress>): string =>
  csvText(
    [
      "address",
      "verdict",
      "domain",
      "disposable",
      "blocked",
      "role_account",
      "public_domain",
      "did_you_mean",
      "problem"
    ],
    [...addresses].map((address) => [
      address.given,
      addressVerdict(address),
      address.domain,
      address.disposable,
      address.blocked,
      address.role,
      address.publicDomain,
      address.didYouMean,
      address.problem
    ])
  )

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
