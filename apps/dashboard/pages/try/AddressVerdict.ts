import { glossary } from "../../parts/Glossary.ts"
import type { Tone } from "../../parts/Verdict.tsx"
import type { CheckedAddress } from "./CheckedAddress.ts"
import { csvText } from "./CsvText.ts"

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
