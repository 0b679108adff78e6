import type { AuditEntry } from "../../../core/audit/AuditEntry.ts"
import type { Invitation } from "../../../core/members/Invitations.ts"
import type { Member } from "../../../core/members/Member.ts"
import { formatInstant, formatTable } from "../terminal/Table.ts"

export const memberJson = (member: Member) => ({
  id: member.id,
  name: member.name,
  email: member.email,
  role: member.role,
  created_at: member.createdAt,
  last_seen_at: member.lastSeenAt
})

export const memberTable = (members: ReadonlyArray<Member>) =>
  formatTable(members, [
    { title: "id", value: (member) => member.id },
    { title: "name", value: (member) => member.name },
    { title: "email", value: (member) => member.email },
    { title: "role", value: (member) => member.role },
    { title: "created", value: (member) => formatInstant(member.createdAt) },
    { title: "last seen", value: (member) => formatInstant(member.lastSeenAt) }
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
  formatTable(invitations, [
    { title: "id", value: (invitation) => invitation.id },
    { title: "email", value: (invitation) => invitation.email ?? "(anybody)" },
    { title: "role", value: (invitation) => invitation.role },
    { title: "created by", value: (invitation) => invitation.author },
    { title: "valid until", value: (invitation) => formatInstant(invitation.expiresAt) }
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
  formatTable(entries, [
    { title: "id", align: "right", value: (entry) => entry.id },
    { title: "at", value: (entry) => formatInstant(entry.at) },
    { title: "who", value: (entry) => entry.actor },
    { title: "did", value: (entry) => entry.action },
    { title: "to", value: (entry) => entry.target || "-" },
    { title: "from", value: (entry) => entry.address || "-" },
    { title: "detail", value: (entry) => entry.detail }
  ])
