import type { AuditEntry } from "../../../core/audit/AuditEntry.ts"
import type { Invitation } from "../../../core/members/Invitations.ts"
import type { Member } from "../../../core/members/Member.ts"
import { table, when } from "../terminal/Table.ts"

export const memberJson = (member: Member) => ({
  id: member.id,
  name: member.name,
  email: member.email,
  role: member.role,
  created_at: member.createdAt,
  last_seen_at: member.lastSeenAt
})

export const memberTable = (members: ReadonlyArray<Member>) =>
  table(members, [
    { title: "id", of: (member) => member.id },
    { title: "name", of: (member) => member.name },
    { title: "email", of: (member) => member.email },
    { title: "role", of: (member) => member.role },
    { title: "created", of: (member) => when(member.createdAt) },
    { title: "last seen", of: (member) => when(member.lastSeenAt) }
  ])

export const invitationJson = (invitation: Invitation) => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  author: invitation.author,
  created_at: invitation.createdAt,
  expires_at: invitation.expiresAt
})

export const invitationTable = (invitations: ReadonlyArray<Invitation>) =>
  table(invitations, [
    { title: "id", of: (invitation) => invitation.id },
    { title: "email", of: (invitation) => invitation.email ?? "(anybody)" },
    { title: "role", of: (invitation) => invitation.role },
    { title: "created by", of: (invitation) => invitation.author },
    { title: "valid until", of: (invitation) => when(invitation.expiresAt) }
  ])

export const auditJson = (entry: AuditEntry) => ({
  id: entry.id,
  at: entry.at,
  actor: entry.actor,
  member_id: entry.memberId,
  action: entry.action,
  target: entry.target,
  detail: entry.detail,
  address: entry.address
})

export const auditTable = (entries: ReadonlyArray<AuditEntry>) =>
  table(entries, [
    { title: "id", align: "right", of: (entry) => entry.id },
    { title: "at", of: (entry) => when(entry.at) },
    { title: "who", of: (entry) => entry.actor },
    { title: "did", of: (entry) => entry.action },
    { title: "to", of: (entry) => entry.target || "-" },
    { title: "from", of: (entry) => entry.address || "-" },
    { title: "detail", of: (entry) => entry.detail }
  ])
