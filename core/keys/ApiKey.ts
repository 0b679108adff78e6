import type { AccountId, KeyId } from "../kernel/Ids.ts"

/** Stored API key. It contains a digest of the key's text, never the text. */
export interface ApiKey {
  readonly id: KeyId
  readonly accountId: AccountId
  readonly name: string
  /** SHA-256 of the key's text in lower-case hex. A slow hash is unnecessary for 256 random bits. */
  readonly digest: string
  /** Last four characters of the key's text, to distinguish keys in a list. */
  readonly lastFour: string
  /** Maximum requests in any 60 seconds. Default: `requestsPerMinuteDefault`. */
  readonly requestsPerMinute: number
  readonly createdAt: Date
  /** Time of the last use, updated at most once a minute. */
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** Default maximum of requests per key in any 60 seconds, as published in the API contract. */
export const requestsPerMinuteDefault = 60
export const requestsPerMinuteMax = 1_000_000

/** Returns a key's display name: its name, or its last four characters if it has no name. */
export const keyLabel = ({ lastFour, name }: Pick<ApiKey, "lastFour" | "name">): string =>
  name === "" ? `…${lastFour}` : name
