import { Effect, Result } from "effect"
import type { AccountId, MemberId } from "../kernel/Ids.ts"
import { checkName, InvalidName } from "../kernel/InvalidName.ts"
import { parseEmailAddress } from "../mail-addresses/EmailAddress.ts"
import { uniqueKey } from "../mail-addresses/EmailKey.ts"
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

interface MemberEmail {
  readonly email: string
  /** Unique on the server: the local part in lower case, the domain in ASCII. */
  readonly emailKey: string
}

/** An address to sign in with; what is wrong with it as a sentence where it is none. */
export const memberEmail = (text: string): Result.Result<MemberEmail, string> =>
  Result.mapBoth(parseEmailAddress(text), {
    onSuccess: (parsed) => ({ email: parsed.address, emailKey: uniqueKey(parsed) }),
    onFailure: ({ message }) => message
  })

/** Ends of lines; embeddings, overrides and isolates of direction (Unicode Standard Annex 9, section 2). */
const misleading = /[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/** A name of a member, who chooses it: one that reads otherwise than it stands could pass for another's in lists and in the log. */
export const checkMemberName = (name: string): Effect.Effect<string, InvalidName> =>
  Effect.flatMap(
    checkName(name.toWellFormed()),
    (checked) =>
      misleading.test(checked)
        ? Effect.fail(new InvalidName({ message: "A name may not change the direction of writing." }))
        : Effect.succeed(checked)
  )
