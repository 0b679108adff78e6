import { Effect } from "effect"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { type Invitation, Invitations } from "../../../core/members/Invitations.ts"
import type { Member } from "../../../core/members/Member.ts"
import { Members } from "../../../core/members/Members.ts"
import type { MemberSession } from "../../../core/members/sessions/MemberSession.ts"

let peopleCount = 0

/** Builds a member with unique values. */
export const newMember = (accountId: string, changes: Partial<Member> = {}): Member => {
  const n = ++peopleCount
  return {
    id: `mem_${String(n).padStart(4, "0")}`,
    accountId,
    email: `Ann${n}@example.com`,
    emailKey: `ann${n}@example.com`,
    name: `Ann – “${n}”`,
    role: "member",
    passwordHash: `hash ${n}`,
    createdAt: new Date(1_000 + n),
    lastSeenAt: null,
    ...changes
  }
}

export const newInvitation = (accountId: string, changes: Partial<Invitation> = {}): Invitation => {
  const n = ++peopleCount
  return {
    id: `inv_${String(n).padStart(4, "0")}`,
    accountId,
    email: null,
    role: "member",
    digest: `digest ${n}`,
    author: "Ann <ann@example.com>",
    isSetUp: false,
    createdAt: new Date(1_000 + n),
    expiresAt: new Date(9_000 + n),
    ...changes
  }
}

export const newSession = (memberId: string, changes: Partial<MemberSession> = {}): MemberSession => {
  const n = ++peopleCount
  return {
    id: `ses_${String(n).padStart(4, "0")}`,
    memberId,
    digest: `session digest ${n}`,
    createdAt: new Date(1_000 + n),
    lastSeenAt: new Date(1_000 + n),
    expiresAt: new Date(9_000_000_000_000),
    userAgent: "Firefox/150 \u{1f98a} <b>'\"",
    address: "2001:db8::1",
    ...changes
  }
}

/** Returns two unique account ids, for ports that do not check whether an account exists. */
export const newAccountIds = (): readonly [
  mine: string,
  other: string
] => [`acc_${++peopleCount}`, `acc_${++peopleCount}`]

export const createAccountId = Effect.map(createAccount("test"), ({ id }) => id)

/** Creates a member through an invitation, as the server does. */
export const createMember = Effect.fnUntraced(function*(account: string, changes: Partial<Member> = {}) {
  const member = newMember(account, changes)
  const invitation = newInvitation(account)
  yield* (yield* Invitations).create(invitation)
  yield* (yield* Members).join(member, invitation)
  return member
})
