import type { AccountId, MemberId } from "../kernel/Ids.ts"
import type { Role } from "./Role.ts"

/** Somebody who signs in to the dashboard of one account. */
export interface Member {
  readonly id: MemberId
  readonly accountId: AccountId
  /** As it was typed; members are found by `emailKey`. */
  readonly email: string
  /** Lower-case and trimmed: unique on the whole server, since it alone says who signs in. */
  readonly emailKey: string
  readonly name: string
  readonly role: Role
  /** What `Passwords` made; never leaves the core. */
  readonly passwordHash: string
  readonly createdAt: Date
  /** Written at most once a minute. */
  readonly lastSeenAt: Date | null
}
