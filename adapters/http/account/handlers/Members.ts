import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { commandLineMemberId } from "../../../../core/audit/ActorName.ts"
import { AuditLog } from "../../../../core/audit/AuditLog.ts"
import {
  inviteMember,
  joinLink,
  withdrawInvitation
} from "../../../../core/members/administration/ManageInvitations.ts"
import { listMembers, removeMember, setMemberRole } from "../../../../core/members/administration/ManageMembers.ts"
import type { Invitation } from "../../../../core/members/Invitations.ts"
import type { Member } from "../../../../core/members/Member.ts"
import { makePasswordLink, resetLink } from "../../../../core/members/password-changes/MakePasswordLink.ts"
import type { Role } from "../../../../core/members/Role.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { pageLimitDefault } from "../api/Page.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { currentActor } from "../session/CurrentActor.ts"
import { currentBaseUrl } from "../session/CurrentBrowser.ts"
import { failConflict, failEmailTaken, failInvalidInput, failNotFound } from "./Failures.ts"

export const members = HttpApiBuilder.group(AccountApi, "members", (handlers) =>
  handlers
    .handle("list", () =>
      Effect.flatMap(CurrentMember, ({ accountId }) => listMembers(accountId)).pipe(
        Effect.map(({ invitations, members }) => ({
          members: members.map(toMemberView),
          invitations: invitations.map(toInvitationView)
        }))
      ))
    .handle("invite", ({ payload }) =>
      invite(payload).pipe(
        Effect.catchTags({
          InvalidMember: failInvalidInput,
          EmailTaken: failEmailTaken,
          TooManyInvitations: failConflict
        })
      ))
    .handle("withdraw", ({ params }) =>
      Effect.flatMap(currentAccountAndActor, (by) =>
        withdrawInvitation({ ...by, ...params })).pipe(
          Effect.catchTag(
            "InvitationNotFound",
            () => failNotFound({ message: "This invitation does not exist or is no longer open." })
          )
        ))
    .handle("setRole", ({ params, payload }) =>
      Effect.flatMap(currentAccountAndActor, (by) =>
        setMemberRole({ ...by, ...params, ...payload })).pipe(
          Effect.map(toMemberView),
          Effect.catchTags({ MemberNotFound: failNotFound, LastOwner: failConflict })
        ))
    .handle("remove", ({ params }) =>
      Effect.flatMap(currentAccountAndActor, (by) =>
        removeMember({ ...by, ...params })).pipe(
          Effect.catchTags({ MemberNotFound: failNotFound, LastOwner: failConflict })
        ))
    .handle("passwordLink", ({ params }) =>
      passwordLink(params).pipe(
        Effect.catchTags({ MemberNotFound: failNotFound, OwnPasswordLinkRefused: failConflict })
      ))
    .handle("audit", ({ query }) =>
      auditPage(query)))

/** Account and actor of the signed-in member. */
const currentAccountAndActor = Effect.gen(function*() {
  const { accountId } = yield* CurrentMember
  return { accountId, actor: yield* currentActor }
})

const invite = Effect.fnUntraced(function*(wanted: { readonly role: Role; readonly email: string | null }) {
  const { invitation, token } = yield* inviteMember({ ...yield* currentAccountAndActor, ...wanted })
  return { invitation: toInvitationView(invitation), link: joinLink(yield* currentBaseUrl, token) }
})

const passwordLink = Effect.fnUntraced(function*(of: { readonly id: string }) {
  const { link, token } = yield* makePasswordLink({ ...yield* currentAccountAndActor, ...of })
  return { link: resetLink(yield* currentBaseUrl, token), expiresAt: link.expiresAt.getTime() }
})

const toMemberView = ({ createdAt, email, id, lastSeenAt, name, role }: Member) => ({
  id,
  name,
  email,
  role,
  createdAt: createdAt.getTime(),
  lastSeenAt: lastSeenAt?.getTime() ?? null
})

const toInvitationView = ({ author, createdAt, email, expiresAt, id, role }: Invitation) => ({
  id,
  email,
  role,
  createdAt: createdAt.getTime(),
  expiresAt: expiresAt.getTime(),
  author
})

/** Returns a page of audit entries. Reads one entry more than requested, to know whether there is another page. */
const auditPage = Effect.fnUntraced(function*(
  { limit = pageLimitDefault, member, ...filter }: {
    readonly action?: string
    readonly member?: string
    readonly before?: number
    readonly limit?: number
  }
) {
  const { accountId } = yield* CurrentMember
  const found = yield* (yield* AuditLog).list({
    accountId,
    ...filter,
    ...member === undefined ? {} : member === commandLineMemberId ? { onCommandLine: true } : { memberId: member },
    limit: limit + 1
  })
  const items = found.slice(0, limit)
  const last = items.at(-1)
  return {
    items: items.map(({ action, actor, address, at, detail, id, memberId, target }) => ({
      id,
      at: at.getTime(),
      actor,
      memberId,
      action,
      target,
      detail,
      address
    })),
    next: last !== undefined && found.length > limit ? last.id : null
  }
})
