import type { MemberId } from "../../kernel/Ids.ts"

/** A link by which a member chooses a new password without the one in use. A member has one at a time. */
export interface PasswordLink {
  readonly memberId: MemberId
  /** SHA-256 of the token in the link, lower-case hex. */
  readonly digest: string
  /** Id of the member who made it; null of an operator. */
  readonly authorId: string | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Whoever has it signs in as the member: it is good for as long as it takes to hand it over. */
export const passwordLinkMinutesMax = 30
