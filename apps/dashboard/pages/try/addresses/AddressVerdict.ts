import type { BulkEmailResult, EmailResult } from "../../../../../adapters/http/api/Emails.ts"
import { glossary } from "../../../parts/text/Glossary.ts"
import type { Tone } from "../../../parts/text/StatusBadge.tsx"
import { csvText } from "./Csv.ts"

/** Overall verdicts on an address, most severe first. The results can be filtered by verdict. */
export const addressVerdicts = ["invalid", "blocked", "disposable", "typo", "role", "fine"] as const

export type AddressVerdict = typeof addressVerdicts[number]

export const addressVerdict = (address: CheckedAddress): AddressVerdict =>
  address.problem !== null
    ? "invalid"
    : address.blocked
    ? "blocked"
    : address.disposable
    ? "disposable"
    : address.didYouMean !== null
    ? "typo"
    : address.role
    ? "role"
    : "fine"

export interface AddressLabel {
  readonly title: string
  /** Explanation of the verdict, with advice. */
  readonly about: string
  readonly tone: Tone
}

export const addressLabels: Readonly<Record<AddressVerdict, AddressLabel>> = {
  invalid: { title: "Invalid address", about: "It cannot receive mail. Ask for another address.", tone: "bad" },
  blocked: { title: "Blocked", about: "A rule of this account blocks it.", tone: "bad" },
  disposable: {
    title: glossary.disposable,
    about: "Its service provides temporary addresses, which stop receiving mail soon.",
    tone: "caution"
  },
  typo: {
    title: "Likely typo",
    about: "The domain looks misspelled. Ask whether the suggested address is the right one.",
    tone: "caution"
  },
  role: {
    title: glossary.role,
    about: "It belongs to a function, such as info or admin, not to a person.",
    tone: "plain"
  },
  fine: { title: "No issues", about: "The check found no issues.", tone: "good" }
}

/**
 * Returns all findings of an address as sentences, most severe first.
 *
 * @param shown verdict that is already shown; the sentence that only repeats it is omitted
 */
export const addressFindings = (address: CheckedAddress, shown?: AddressVerdict): ReadonlyArray<string> => [
  ...address.problem === null ? [] : [address.problem],
  ...address.blocked && shown !== "blocked" ? [addressLabels.blocked.about] : [],
  ...address.disposable && shown !== "disposable" ? [`${address.domain} provides disposable addresses.`] : [],
  ...address.didYouMean === null ? [] : [`Did you mean ${address.didYouMean}?`],
  ...address.role && shown !== "role" ? [addressLabels.role.about] : [],
  ...address.publicDomain ? [`Anyone can get an address at ${address.domain}. This alone is not a sign of abuse.`] : []
]

/** Formats the results as CSV for spreadsheets. */
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
      address.input,
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

/** Result of one address. `problem` is null if the address is valid. */
export interface CheckedAddress {
  readonly input: string
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

/** Converts a result of the single or bulk endpoint. */
export const checkedAddress = (given: string, result: Result): CheckedAddress => ({
  input: given,
  email: result.email,
  domain: result.domain,
  disposable: result.disposable,
  blocked: result.email_blocked,
  role: result.role_account,
  publicDomain: result.public_domain,
  didYouMean: result.did_you_mean,
  problem: null
})

/** Returns the result for an address that the API rejected as invalid. */
export const invalidAddress = (given: string, problem: string): CheckedAddress => ({
  input: given,
  email: given,
  domain: "",
  disposable: false,
  blocked: false,
  role: false,
  publicDomain: false,
  didYouMean: null,
  problem
})
