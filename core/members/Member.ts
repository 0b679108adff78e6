import { Effect, Result } from "effect"
import { checkName, InvalidName } from "../kernel/CheckName.ts"
import type { AccountId, MemberId } from "../kernel/Ids.ts"
import { parseEmailAddress } from "../mail-addresses/EmailAddress.ts"
import { normalizedAddress } from "../mail-addresses/MailboxKey.ts"
import type { Role } from "./Role.ts"

/** Person who can sign in to the dashboard of one account. */
export interface Member {
  readonly id: MemberId
  readonly accountId: AccountId
  /** As typed. Lookups use `emailKey`. */
  readonly email: string
  /** Trimmed and lower case. Unique on the whole server, because it alone identifies the member at sign-in. */
  readonly emailKey: string
  readonly name: string
  readonly role: Role
  /** Result of `Passwords.hash`. Never leaves the core. */
  readonly passwordHash: string
  readonly createdAt: Date
  /** Updated at most once a minute. */
  readonly lastSeenAt: Date | null
}

interface MemberEmail {
  readonly email: string
  /** Unique on the server: lower-case local part, ASCII domain. */
  readonly emailKey: string
}

/** Parses an email address for sign-in. Fails with a sentence that describes the problem. */
export const parseMemberEmail = (text: string): Result.Result<MemberEmail, string> =>
  Result.mapBoth(parseEmailAddress(text), {
    onSuccess: (parsed) => ({ email: parsed.address, emailKey: normalizedAddress(parsed) }),
    onFailure: ({ message }) => message
  })

/** Line separators, and bidirectional embeddings, overrides and isolates (Unicode Standard Annex 9, section 2). */
const misleading = /[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/**
 * Checks a name that a member chooses. Characters that change the writing direction are rejected: the name could look like another
 * member's in lists and logs.
 */
export const checkMemberName = (name: string): Effect.Effect<string, InvalidName> =>
  Effect.flatMap(
    checkName(name.toWellFormed()),
    (checked) =>
      misleading.test(checked)
        ? Effect.fail(
          new InvalidName({ message: "A name must not contain characters that change the text direction." })
        )
        : Effect.succeed(checked)
  )
