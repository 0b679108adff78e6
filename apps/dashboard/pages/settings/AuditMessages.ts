import { commandLineUser } from "../../../../core/audit/ActorName.ts"
import { type AuditAction, erasedActor } from "../../../../core/audit/AuditEntry.ts"
import { creditsText } from "../../parts/text/Formats.ts"

/** An audit entry's action with its stored details. */
export interface AuditedAction {
  readonly action: string
  readonly target: string
  readonly detail: string
}

/** An action as a sentence: `Created the API key` **Shop**, followed by `600 requests a minute`. */
export interface AuditMessage {
  readonly text: string
  /** Name of the action's target. */
  readonly name?: string
  readonly details?: string
  /** Type of the id, shown with it: `key id`. */
  readonly idLabel?: string
}

type DetailFormatter = (detail: string, target: string) => AuditMessage | null

/** Builds the sentence from the capture groups of a pattern, at most four. */
type GroupFormatter = (one: string, two: string, three: string, four: string) => AuditMessage

/** Formats details that match the pattern. Details in another format, such as from an older version, are shown unchanged. */
const matching = (pattern: RegExp, say: GroupFormatter): DetailFormatter => (detail) => {
  const found = pattern.exec(detail)
  if (found === null) return null
  // A group without a match is empty.
  const [, one = "", two = "", three = "", four = ""] = found
  return say(one, two, three, four)
}

const fixed = (words: AuditMessage): DetailFormatter => () => words

/** Removes the email address behind a name. */
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

const siteMessage = (says: string): DetailFormatter =>
  matching(/^(.*): (.*)$/s, (name, more) => ({ text: says, name: name, details: more, idLabel: "site id" }))

const exportMessage = (what: string): DetailFormatter =>
  matching(/^(\w+)(?:, (.*))?$/s, (format, filters) => ({
    text: `Exported ${what} as ${format.toUpperCase()}`,
    ...filters === "" ? {} : { details: `narrowed ${filters}` }
  }))

const invitationMessage = (says: string): DetailFormatter =>
  matching(/^(\w+), (.*)$/s, (role, email) => ({
    text: says,
    name: email === "any address" ? "whoever has the link" : email,
    details: `as ${role}`,
    idLabel: "invitation id"
  }))

const entryMessage = (says: (action: string, kind: string) => string): DetailFormatter =>
  matching(/^(block|allow) (\w+) (.*?)( \(forced\))?$/s, (action, kind, name, forced) => ({
    text: says(action, targetKindName(kind)),
    name: name,
    ...forced === "" ? {} : { details: "although many share it" }
  }))

const removedEntryMessage = entryMessage((action, kind) =>
  action === "block" ? `Took off the blocklist: ${kind}` : `Removed the blocklist's exception for ${kind}`
)

const formatters: Readonly<Record<string, DetailFormatter>> = {
  "set-up": fixed({ text: "Set up the dashboard, and became its first owner", idLabel: "member id" }),
  "sign-in": fixed({ text: "Signed in" }),
  "sign-in.refused": (_, target) => ({ text: "Gave a wrong password for", name: target }),
  "sign-out": fixed({ text: "Signed out" }),
  "password.change": fixed({ text: "Changed their password" }),
  "password.link": (detail) => ({
    text: "Made a link to choose a new password, for",
    name: withoutEmail(detail),
    idLabel: "member id"
  }),
  "password.reset": fixed({ text: "Chose a new password by a link, and was signed out everywhere else" }),
  "session.revoke": (detail) => {
    const others = /^(\d+) others$/.exec(detail)?.[1]
    const [, all = "", whose] = /^all (\d+) of (.*)$/s.exec(detail) ?? []
    return whose !== undefined
      ? {
        text: "Signed out everywhere:",
        name: withoutEmail(whose),
        details: plural(all, "session"),
        idLabel: "member id"
      }
      : others !== undefined
      ? { text: `Ended ${plural(others, "other session")} of their own` }
      : detail === ""
      ? { text: "Ended a session of their own", idLabel: "session id" }
      : null
  },
  "member.join": matching(/^(\w+), invited by (.*)$/s, (role, by) => ({
    text: `Joined as ${role}`,
    details: `invited by ${withoutEmail(by)}`,
    idLabel: "member id"
  })),
  "member.invite": invitationMessage("Invited"),
  "member.withdraw": (detail, target) =>
    detail === ""
      ? { text: "Withdrew an invitation", idLabel: "invitation id" }
      : invitationMessage("Withdrew the invitation of")(detail, target),
  "member.role": matching(/^(.*): (\w+) to (\w+)$/s, (who, before, after) => ({
    text: "Changed the role of",
    name: withoutEmail(who),
    details: `from ${before} to ${after}`,
    idLabel: "member id"
  })),
  "member.remove": (detail) => ({ text: "Removed the member", name: withoutEmail(detail), idLabel: "member id" }),
  "member.rename": matching(/^now (.*)$/s, (name) => ({ text: "Changed their name to", name: name })),
  "key.create": matching(/^(.*), (\d+) requests a minute$/s, (name, perMinute) => ({
    text: "Created the API key",
    name: name,
    details: `${plural(perMinute, "request")} a minute`,
    idLabel: "key id"
  })),
  "key.revoke": (detail) => ({ text: "Revoked the API key", name: detail, idLabel: "key id" }),
  "site.create": siteMessage("Created the site"),
  "site.change": siteMessage("Changed the site"),
  "site.rotate": matching(/^(.*), ((?:previous secret|the secret before) .*)$/s, (name, more) => ({
    text: "Created a new secret for the site",
    name: name,
    details: more,
    idLabel: "site id"
  })),
  "site.remove": siteMessage("Deleted the site"),
  "rule.add": entryMessage((action, kind) => `Added a rule to ${action} ${kind}`),
  "rule.remove": entryMessage((action, kind) => `Removed the rule to ${action} ${kind}`),
  "rule.import": matching(/^(\d+) new, (\d+) changed, of (\d+)$/, (made, changed, all) => ({
    text: `Imported ${plural(all, "rule")}`,
    details: [`${made} new`, ...changed === "0" ? [] : [`${changed} with another note`]].join(", ")
  })),
  "blocklist.add": entryMessage((action, kind) =>
    action === "block" ? `Put on the blocklist: ${kind}` : `Made an exception on the blocklist for ${kind}`
  ),
  "blocklist.remove": (detail, target) => {
    const all = /^all of this source, (.*)$/s.exec(detail)?.[1]
    return all === undefined
      ? removedEntryMessage(detail, target)
      : { text: "Took off the blocklist all that came from", name: target, details: all }
  },
  "blocklist.import": (more, target) => ({ text: "Imported into the blocklist", name: target, details: more }),
  "submission.accept": (detail, target) => {
    const [, kind = "", name, forced] = /^(\w+) (.*?)( \(forced\))?$/s.exec(detail) ?? []
    return name === undefined ? null : {
      text: `Accepted reported link ${target}, and blocked ${targetKindName(kind)}`,
      name,
      ...forced === undefined ? {} : { details: "although many share it" }
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
    const [, said, more] = /^(taken back|not spam|spam)(?:, (.*))?$/s.exec(detail) ?? ["", detail]
    return {
      text: said === "taken back" ? "Took back the mark of a lead" : `Marked a lead as ${said}`,
      ...more === undefined ? {} : { details: more },
      idLabel: "request id"
    }
  },
  "lead.forget": (detail) => ({
    text: "Erased a lead",
    ...detail === "" ? {} : { details: detail },
    idLabel: "request id"
  }),
  "credits.grant": matching(/^\+(\d+)(?:, (.*))?$/s, (credits, note) => ({
    text: `Granted ${creditsText(Number(credits))}`,
    ...note === "" ? {} : { details: note }
  })),
  "credits.adjust": matching(/^(\+|-)(\d+)(?:, (.*))?$/s, (sign, credits, note) => ({
    text: `Corrected the balance: ${creditsText(Number(credits))} ${sign === "+" ? "added" : "taken"}`,
    ...note === "" ? {} : { details: note }
  })),
  "credits.notice": (detail) =>
    detail === "never"
      ? { text: "Turned the notice of a low balance off" }
      : { text: `Set the notice of a low balance to ${detail}` },
  "retention.change": (detail) => ({ text: "Set how long history is kept to", name: detail }),
  "person.export": (_, target) => ({ text: "Exported the data of", name: target }),
  "person.erase": (detail, target) => ({
    text: "Erased the data of",
    name: target,
    ...detail === "" ? {} : { details: detail.replace(/\b1 (request|lead)s\b/g, "1 $1") }
  }),
  "credits.export": exportMessage("the credit statement"),
  "requests.export": exportMessage("requests")
}

/** Describes an action in words. For erased details and unknown actions, it shows what is available. */
export const auditMessage = ({ action, detail, target }: AuditedAction): AuditMessage => {
  if (detail === "" && target === "") return { text: actionLabel(action) }
  const say = Object.hasOwn(formatters, action) ? formatters[action] : undefined
  const said = say?.(detail, target) ?? null
  return said ?? {
    text: actionLabel(action),
    ...detail === "" ? {} : { details: detail },
    ...target === "" ? {} : { idLabel: "id" }
  }
}

/** Returns the actor's name and email address, or the name of a non-member actor. */
export const describeActor = (actor: string): { readonly name: string; readonly more: string } => {
  const [, name, address = ""] = /^(.*) <([^<>]*)>$/s.exec(actor) ?? []
  if (name !== undefined) return { name, more: address }
  const user = commandLineUser(actor)
  if (user !== null) return { name: "Command line", more: user === erasedActor ? "of somebody who was erased" : user }
  if (actor === erasedActor) return { name: "Erased", more: "whose data was erased" }
  return { name: actor === "somebody" ? "Somebody" : actor, more: "" }
}

const actionLabels: Readonly<Record<AuditAction, string>> = {
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

const labelByAction: ReadonlyMap<string, string> = new Map(Object.entries(actionLabels))

/** Returns the action's label, or the action itself if this version does not know it. */
const actionLabel = (action: string): string => labelByAction.get(action) ?? action

/** All actions as options of a select field. */
export const auditActionOptions = Object.entries(actionLabels).map(([value, label]) => ({ value, label }))
