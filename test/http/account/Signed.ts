import { Effect } from "effect"
import { newId } from "../../../core/kernel/Ids.ts"
import { inviteMember } from "../../../core/members/administration/ManageInvitations.ts"
import type { Member } from "../../../core/members/Member.ts"
import { Members } from "../../../core/members/Members.ts"
import { makeToken } from "../../../core/members/MemberToken.ts"
import { Passwords } from "../../../core/members/passwords/Passwords.ts"
import type { Role } from "../../../core/members/Role.ts"
import type { MemberSession } from "../../../core/members/sessions/MemberSession.ts"
import { MemberSessions } from "../../../core/members/sessions/MemberSessions.ts"
import type { ServerAccount } from "../../support/InProcessServer.ts"
import { type Browser, browserOn } from "./Browser.ts"

export interface Signed extends Browser {
  readonly member: Member
  readonly session: MemberSession
}

export interface WantedMember {
  readonly accountId?: string
  readonly email?: string
  readonly name?: string
  /** Password of the member. Without a password, the member can only use sessions of `makeSession`. */
  readonly password?: string
}

let count = 0
/** Hashes by password, which the members of a server share. */
const hashes = new WeakMap<ServerAccount, Map<string, string>>()

const hashOf = Effect.fnUntraced(function*(server: ServerAccount, password: string) {
  const known = hashes.get(server) ?? new Map<string, string>()
  hashes.set(server, known)
  const hash = known.get(password) ?? (yield* (yield* Passwords).hash(password))
  known.set(password, hash)
  return hash
})

/** Creates a member who has joined by an invitation. */
export const makeMember = (server: ServerAccount, role: Role, wanted: WantedMember = {}): Promise<Member> =>
  server.run(Effect.gen(function*() {
    const accountId = wanted.accountId ?? server.accountId
    const email = wanted.email ?? `${role}-${++count}@example.org`
    const { invitation } = yield* inviteMember({
      accountId,
      role,
      email: null,
      actor: { name: "test", memberId: null, address: "" }
    })
    const member: Member = {
      id: yield* newId("mem"),
      accountId,
      email,
      emailKey: email.toLowerCase(),
      name: wanted.name ?? role,
      role,
      passwordHash: wanted.password === undefined ? "" : yield* hashOf(server, wanted.password),
      createdAt: new Date(),
      lastSeenAt: null
    }
    yield* (yield* Members).join(member, invitation)
    return member
  }))

/** Creates a session of a member. The given times replace the current time. */
export const makeSession = (
  server: ServerAccount,
  member: Member,
  times: Partial<Pick<MemberSession, "createdAt" | "lastSeenAt" | "expiresAt">> = {}
): Promise<{ readonly session: MemberSession; readonly token: string }> =>
  server.run(Effect.gen(function*() {
    const { digest, token } = yield* makeToken
    const now = Date.now()
    const session: MemberSession = {
      id: yield* newId("ses"),
      memberId: member.id,
      digest,
      createdAt: new Date(now),
      lastSeenAt: new Date(now),
      expiresAt: new Date(now + 7 * 86_400_000),
      userAgent: "test",
      address: "127.0.0.1",
      ...times
    }
    yield* (yield* MemberSessions).create(session)
    return { session, token }
  }))

/** Opens a browser in which a member with this role is signed in. */
export const signedIn = async (server: ServerAccount, role: Role, wanted: WantedMember = {}): Promise<Signed> => {
  const member = await makeMember(server, role, wanted)
  const { session, token } = await makeSession(server, member)
  return { ...browserOn(server.port, `gatehouse=${token}`), member, session }
}
