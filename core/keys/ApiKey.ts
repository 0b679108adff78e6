import type { AccountId, KeyId } from "../kernel/Ids.ts"

/** Stored API key. Contains the digest of its text, never the text. */
export interface ApiKey {
  readonly id: KeyId
  readonly accountId: AccountId
  readonly name: string
  /** SHA-256 of the text, lower-case hex. A slow hash is unnecessary for 256 random bits. */
  readonly digest: string
  /** Last four characters, to distinguish keys in a list. */
  readonly lastFour: string
  /** Limit per 60 seconds. Default: `requestsPerMinuteDefault`. */
  readonly requestsPerMinute: number
  readonly createdAt: Date
  /** Updated at most once a minute. */
  readonly lastUsedAt: Date | null
  readonly revokedAt: Date | null
}

/** Default limit of requests in any 60 seconds per key (contract, section 8). */
export const requestsPerMinuteDefault = 60
export const requestsPerMinuteMax = 1_000_000

/** Returns a key's display name: its name, or its last characters if it has none. */
export const keyLabel = ({ lastFour, name }: Pick<ApiKey, "lastFour" | "name">): string =>
  name === "" ? `…${lastFour}` : name
