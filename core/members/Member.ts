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
  /** Email address as typed. Lookups use `emailKey`. */
  readonly email: string
  /**
   * Email address, trimmed and in lower case. It is unique on the whole server, because it identifies the member at
   * sign-in.
   */
  readonly emailKey: string
  readonly name: string
  readonly role: Role
  /** Result of `Passwords.hash`, which never leaves the core. */
  readonly passwordHash: string
  readonly createdAt: Date
  /** Time of the last activity, updated at most once a minute. */
  readonly lastSeenAt: Date | null
}

interface MemberEmail {
  readonly email: string
  /** Email address with lower-case local part and ASCII domain, unique on the server. */
  readonly emailKey: string
}

/** Parses an email address for sign-in. Fails with a sentence that describes the problem. */
export const parseMemberEmail = (text: string): Result.Result<MemberEmail, string> =>
  Result.mapBoth(parseEmailAddress(text), {
    onSuccess: (parsed) => ({ email: parsed.address, emailKey: normalizedAddress(parsed) }),
    onFailure: ({ message }) => message
  })

/**
 * Matches line separators, and bidirectional embeddings, overrides and isolates (Unicode Standard Annex 9, section 2).
 */
const misleading = /[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u

/**
 * Checks a name that a member chooses. Rejects characters that change the writing direction, because the name could
 * then look like another member's name in lists and logs.
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
