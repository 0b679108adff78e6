import type { AuditAction } from "../../../../core/audit/AuditEntry.ts"

const names: Readonly<Record<AuditAction, string>> = {
  "set-up": "Set up the dashboard",
  "sign-in": "Signed in",
  "sign-in.refused": "Sign-in refused",
  "sign-out": "Signed out",
  "password.change": "Changed the password",
  "password.link": "Made a password link",
  "password.reset": "Chose a new password by a link",
  "session.revoke": "Ended a session",
  "member.join": "Joined",
  "member.invite": "Invited a member",
  "member.withdraw": "Withdrew an invitation",
  "member.role": "Changed a role",
  "member.remove": "Removed a member",
  "member.rename": "Renamed a member",
  "key.create": "Created an API key",
  "key.revoke": "Revoked an API key",
  "site.create": "Created a site",
  "site.change": "Changed a site",
  "site.rotate": "Rotated a site's secret",
  "site.remove": "Deleted a site",
  "rule.add": "Added a rule",
  "rule.remove": "Removed a rule",
  "rule.import": "Imported rules",
  "blocklist.add": "Added to the blocklist",
  "blocklist.remove": "Removed from the blocklist",
  "blocklist.import": "Imported into the blocklist",
  "submission.accept": "Accepted a reported link",
  "submission.reject": "Rejected a reported link",
  "lead.mark": "Marked a lead",
  "lead.forget": "Erased a lead",
  "credits.grant": "Granted credits",
  "credits.adjust": "Corrected the balance",
  "credits.notice": "Changed the low-balance notice",
  "credits.export": "Exported the credit statement",
  "retention.change": "Changed the data retention",
  "person.export": "Exported a person's data",
  "person.erase": "Erased a person's data",
  "requests.export": "Exported requests"
}

/** In words; one that this version does not know stays as it is. */
export const actionName = (action: string): string =>
  Object.hasOwn(names, action) ? names[action as AuditAction] : action

/** For a list to choose from. */
export const auditActions = Object.entries(names).map(([value, label]) => ({ value, label }))
