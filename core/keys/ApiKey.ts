import type { AccountId, KeyId } from "../kernel/Ids.ts"

/** An API key as it is stored: never its text, only the digest. */
export interface ApiKey {
  readonly id: KeyId
  readonly accountId: AccountId
  readonly name: string
  /** SHA-256 of the text, lower-case hex. 256 random bits need no slow hash: there is no dictionary to try. */
  readonly digest: string
  /** Last four characters, to tell keys apart in a list. */
  readonly lastFour: string
  /** Requests in any minute; see `rateLimitDefault`. */
  readonly requestsPerMinute: number
  readonly createdAt: Date
  /** Written at most once a minute. */
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** Requests in any 60 seconds for each key, unless the key says otherwise (contract, section 8). */
export const requestsPerMinuteDefault = 60
export const requestsPerMinuteMax = 1_000_000

/** What people call a key: its name, or its last characters where it has none. */
export const keyTitle = ({ lastFour, name }: Pick<ApiKey, "lastFour" | "name">): string =>
  name === "" ? `…${lastFour}` : name
