import { commandLineUser } from "../../../../core/audit/ActorName.ts"
import { type AuditAction, erasedActor, unknownActors } from "../../../../core/audit/AuditEntry.ts"
import { managementKeyName } from "../../../../core/management-keys/ManagementKey.ts"
import { creditsText } from "../../parts/text/Formats.ts"

/** Audited action with its stored details. */
export interface AuditedAction {
  readonly action: string
  readonly target: string
  readonly detail: string
}

/** Audited action as a sentence: `Created the API key` **Shop**, followed by `600 requests per minute`. */
export interface AuditMessage {
  readonly text: string
  /** Name of the action's target. */
  readonly name?: string
  readonly details?: string
  /** Kind of the target's id, shown with the id: `key ID`. */
  readonly idLabel?: string
}

type DetailFormatter = (detail: string, target: string) => AuditMessage | null

/** Builds the message from the capture groups of a pattern, at most four. */
type GroupFormatter = (one: string, two: string, three: string, four: string) => AuditMessage

/** Formats details that match the pattern. Returns null for other formats, for example from an older version. */
const matching = (pattern: RegExp, format: GroupFormatter): DetailFormatter => (detail) => {
  const found = pattern.exec(detail)
  if (found === null) return null
  // A group that did not match becomes an empty string.
  const [, one = "", two = "", three = "", four = ""] = found
  return format(one, two, three, four)
}

const fixed = (words: AuditMessage): DetailFormatter => () => words

/** Removes the email address after a name. */
const withoutEmail = (text: string): string => text.replace(/ <[^<>]*>$/, "")

const plural = (count: string, one: string): string => `${count} ${count === "1" ? one : `${one}s`}`

const targetKindNames: Readonly<Record<string, string>> = {
  email: "the address",
  domain: "the domain",
  cidr: "the network",
  country: "the country",
  url: "the URL",
  prefix: "the path",
  host: "the host"
}

const targetKindName = (kind: string): string => targetKindNames[kind] ?? kind

const siteMessage = (text: string): DetailFormatter =>
  matching(/^(.*): (.*)$/s, (name, more) => ({ text, name, details: more, idLabel: "site ID" }))

const exportMessage = (what: string): DetailFormatter =>
  matching(/^(\w+)(?:, (.*))?$/s, (format, filters) => ({
    text: `Exported ${what} as ${format.toUpperCase()}`,
    ...filters === "" ? {} : { details: `filtered ${filters}` }
  }))

const invitationMessage = (text: string): DetailFormatter =>
  matching(/^(\w+), (.*)$/s, (role, email) => ({
    text,
    name: email === "any address" ? "anyone with the link" : email,
    details: `as ${role}`,
    idLabel: "invitation ID"
  }))

const entryMessage = (textOf: (action: string, kind: string) => string): DetailFormatter =>
  matching(/^(block|allow) (\w+) (.*?)( \(forced\))?$/s, (action, kind, name, forced) => ({
    text: textOf(action, targetKindName(kind)),
    name: name,
    ...forced === "" ? {} : { details: "forced, although many people share it" }
  }))

const removedEntryMessage = entryMessage((action, kind) =>
  action === "block" ? `Unblocked ${kind}` : `Removed the blocklist exception for ${kind}`
)

const formatters: Readonly<Record<string, DetailFormatter>> = {
  "set-up": fixed({ text: "Set up the dashboard and became the first owner", idLabel: "member ID" }),
  "sign-in": fixed({ text: "Signed in" }),
  "sign-in.refused": (_, target) => ({ text: "Entered a wrong password for", name: target }),
  "sign-out": fixed({ text: "Signed out" }),
  "password.change": fixed({ text: "Changed their password" }),
  "password.link": (detail) => ({
    text: "Created a password reset link for",
    name: withoutEmail(detail),
    idLabel: "member ID"
  }),
  "password.reset": fixed({ text: "Reset their password with a link, and was signed out everywhere else" }),
  "session.revoke": (detail) => {
    const others = /^(\d+) others$/.exec(detail)?.[1]
    const [, all = "", whose] = /^all (\d+) of (.*)$/s.exec(detail) ?? []
    return whose !== undefined
      ? {
        text: "Ended all sessions of",
        name: withoutEmail(whose),
        details: plural(all, "session"),
        idLabel: "member ID"
      }
      : others !== undefined
      ? { text: `Ended ${plural(others, "other session")}` }
      : detail === ""
      ? { text: "Ended one of their sessions", idLabel: "session ID" }
      : null
  },
  "member.join": matching(/^(\w+), invited by (.*)$/s, (role, by) => ({
    text: `Joined as ${role}`,
    details: `invited by ${withoutEmail(by)}`,
    idLabel: "member ID"
  })),
  "member.invite": invitationMessage("Invited"),
  "member.withdraw": (detail, target) =>
    detail === ""
      ? { text: "Withdrew an invitation", idLabel: "invitation ID" }
      : invitationMessage("Withdrew the invitation for")(detail, target),
  "member.role": matching(/^(.*): (\w+) to (\w+)$/s, (name, before, after) => ({
    text: "Changed the role of",
    name: withoutEmail(name),
    details: `from ${before} to ${after}`,
    idLabel: "member ID"
  })),
  "member.remove": (detail) => ({ text: "Removed member", name: withoutEmail(detail), idLabel: "member ID" }),
  "member.rename": matching(/^now (.*)$/s, (name) => ({ text: "Changed their name to", name: name })),
  "key.create": matching(/^(.*), (\d+) requests a minute$/s, (name, perMinute) => ({
    text: "Created the API key",
    name: name,
    details: `${plural(perMinute, "request")} per minute`,
    idLabel: "key ID"
  })),
  "key.revoke": (detail) => ({ text: "Revoked the API key", name: detail, idLabel: "key ID" }),
  "management-key.create": matching(/^(.*), ([a-z: ]+)$/s, (name, scopes) => ({
    text: "Created the management key",
    name,
    details: `with ${scopes.replaceAll(" ", ", ")}`,
    idLabel: "key ID"
  })),
  "management-key.revoke": (detail) => ({ text: "Revoked the management key", name: detail, idLabel: "key ID" }),
  "site.create": siteMessage("Created the site"),
  "site.change": siteMessage("Changed the site"),
  "site.rotate": matching(/^(.*), ((?:previous secret|the secret before) .*)$/s, (name, more) => ({
    text: "Created a new secret for the site",
    name: name,
    details: more,
    idLabel: "site ID"
  })),
  "site.remove": siteMessage("Deleted the site"),
  "rule.add": entryMessage((action, kind) => `Added a rule to ${action} ${kind}`),
  "rule.remove": entryMessage((action, kind) => `Removed a rule to ${action} ${kind}`),
  "rule.import": matching(/^(\d+) new, (\d+) changed, of (\d+)$/, (made, changed, all) => ({
    text: `Imported ${plural(all, "rule")}`,
    details: [`${made} new`, ...changed === "0" ? [] : [`${changed} with a new note`]].join(", ")
  })),
  "blocklist.add": entryMessage((action, kind) =>
    action === "block" ? `Blocked ${kind}` : `Added a blocklist exception for ${kind}`
  ),
  "blocklist.remove": (detail, target) => {
    const all = /^all of this source, (.*)$/s.exec(detail)?.[1]
    return all === undefined
      ? removedEntryMessage(detail, target)
      : { text: "Removed all blocklist entries from", name: target, details: all }
  },
  "blocklist.import": (more, target) => ({ text: "Imported into the blocklist from", name: target, details: more }),
  "submission.accept": (detail, target) => {
    const [, kind = "", name, forced] = /^(\w+) (.*?)( \(forced\))?$/s.exec(detail) ?? []
    return name === undefined ? null : {
      text: `Accepted reported link ${target} and blocked ${targetKindName(kind)}`,
      name,
      ...forced === undefined ? {} : { details: "forced, although many people share it" }
    }
  },
  "submission.reject": (detail, target) => {
    const [, name = "", more = ""] = /^link (\S+)(?: (.*))?$/s.exec(detail) ?? [null, "", detail]
    return {
      text: `Rejected reported link ${target}${name === "" ? "" : ":"}`,
      ...name === "" ? {} : { name: name },
      ...more === "" ? {} : { details: more }
    }
  },
  "lead.mark": (detail) => {
    const [, mark, more] = /^(taken back|not spam|spam)(?:, (.*))?$/s.exec(detail) ?? ["", detail]
    return {
      text: mark === "taken back" ? "Removed the mark from a lead" : `Marked a lead as ${mark}`,
      ...more === undefined ? {} : { details: more },
      idLabel: "request ID"
    }
  },
  "lead.forget": (detail) => ({
    text: "Erased a lead",
    ...detail === "" ? {} : { details: detail },
    idLabel: "request ID"
  }),
  "credits.grant": matching(/^\+(\d+)(?:, (.*))?$/s, (credits, note) => ({
    text: `Granted ${creditsText(Number(credits))}`,
    ...note === "" ? {} : { details: note }
  })),
  "credits.adjust": matching(/^(\+|-)(\d+)(?:, (.*))?$/s, (sign, credits, note) => ({
    text: `Adjusted the balance: ${creditsText(Number(credits))} ${sign === "+" ? "added" : "removed"}`,
    ...note === "" ? {} : { details: note }
  })),
  "credits.notice": (detail) =>
    detail === "never"
      ? { text: "Turned off the low-balance warning" }
      : { text: `Set the low-balance warning to ${detail}` },
  "retention.change": (detail) => ({ text: "Set the retention period to", name: detail }),
  "person.export": (_, target) => ({ text: "Exported the data of", name: target }),
  "person.erase": (detail, target) => ({
    text: "Erased the data of",
    name: target,
    ...detail === "" ? {} : { details: detail.replace(/\b1 (request|lead)s\b/g, "1 $1") }
  }),
  "credits.export": exportMessage("the credit statement"),
  "requests.export": exportMessage("requests")
}

/** Describes an audited action in words. Erased details and unknown actions appear as they are stored. */
export const auditMessage = ({ action, detail, target }: AuditedAction): AuditMessage => {
  if (detail === "" && target === "") return { text: actionLabel(action) }
  const format = Object.hasOwn(formatters, action) ? formatters[action] : undefined
  return format?.(detail, target) ?? {
    text: actionLabel(action),
    ...detail === "" ? {} : { details: detail },
    ...target === "" ? {} : { idLabel: "ID" }
  }
}

/** Returns the actor's name and, in `more`, the email address of a member or the user of the command line. */
export const describeActor = (actor: string): { readonly name: string; readonly more: string } => {
  const [, name, address = ""] = /^(.*) <([^<>]*)>$/s.exec(actor) ?? []
  if (name !== undefined) return { name, more: address }
  const user = commandLineUser(actor)
  if (user !== null) return { name: "Command line", more: user === erasedActor ? "erased user" : user }
  const keyName = managementKeyName(actor)
  if (keyName !== null) return { name: "Management key", more: keyName }
  if (actor === erasedActor) return { name: "Erased person", more: "" }
  return { name: unknownActors.includes(actor) ? "Unknown person" : actor, more: "" }
}

const actionLabels: Readonly<Record<AuditAction, string>> = {
  "set-up": "Set up the dashboard",
  "sign-in": "Signed in",
  "sign-in.refused": "Sign-in failed",
  "sign-out": "Signed out",
  "password.change": "Changed a password",
  "password.link": "Created a password reset link",
  "password.reset": "Reset a password",
  "session.revoke": "Ended a session",
  "member.join": "Joined the account",
  "member.invite": "Invited a member",
  "member.withdraw": "Withdrew an invitation",
  "member.role": "Changed a role",
  "member.remove": "Removed a member",
  "member.rename": "Renamed a member",
  "key.create": "Created an API key",
  "key.revoke": "Revoked an API key",
  "management-key.create": "Created a management key",
  "management-key.revoke": "Revoked a management key",
  "site.create": "Created a site",
  "site.change": "Changed a site",
  "site.rotate": "Created a new site secret",
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
  "credits.adjust": "Adjusted the balance",
  "credits.notice": "Changed the low-balance warning",
  "credits.export": "Exported the credit statement",
  "webhook.create": "Created a webhook endpoint",
  "webhook.change": "Changed a webhook endpoint",
  "webhook.rotate": "Created a new webhook secret",
  "webhook.enable": "Enabled a webhook endpoint",
  "webhook.disable": "Disabled a webhook endpoint",
  "webhook.remove": "Deleted a webhook endpoint",
  "webhook.test": "Sent a test event",
  "webhook.resend": "Resent a webhook event",
  "retention.change": "Changed the retention period",
  "person.export": "Exported a person's data",
  "person.erase": "Erased a person's data",
  "requests.export": "Exported requests"
}

const labelByAction: ReadonlyMap<string, string> = new Map(Object.entries(actionLabels))

/** Returns the action's label, or the action if this version does not know it. */
const actionLabel = (action: string): string => labelByAction.get(action) ?? action

export const auditActionOptions = Object.entries(actionLabels).map(([value, label]) => ({ value, label }))
