import { commandLineUser } from "../../../../core/audit/ActorName.ts"
import { type AuditAction, erasedActor } from "../../../../core/audit/AuditEntry.ts"
import { creditsText } from "../../parts/text/Formats.ts"

/** An audit entry's action with its stored details. */
export interface Deed {
  readonly action: string
  readonly target: string
  readonly detail: string
}

/** An action as a sentence: `Created the API key` **Shop**, followed by `600 requests a minute`. */
export interface DeedWords {
  readonly says: string
  /** Name of the action's target. */
  readonly name?: string
  readonly more?: string
  /** Type of the id, shown with it: `key id`. */
  readonly idOf?: string
}

type Say = (detail: string, target: string) => DeedWords | null

/** Builds the sentence from the capture groups of a pattern, at most four. */
type SayGroups = (one: string, two: string, three: string, four: string) => DeedWords

/** Formats details that match the pattern. Details in another format, such as from an older version, are shown unchanged. */
const of = (pattern: RegExp, say: SayGroups): Say => (detail) => {
  const found = pattern.exec(detail)
  if (found === null) return null
  // A group without a match is empty.
  const [, one = "", two = "", three = "", four = ""] = found
  return say(one, two, three, four)
}

const always = (words: DeedWords): Say => () => words

/** Removes the email address behind a name. */
const person = (text: string): string => text.replace(/ <[^<>]*>$/, "")

const plural = (count: string, one: string): string => `${count} ${count === "1" ? one : `${one}s`}`

const kinds: Readonly<Record<string, string>> = {
  email: "the address",
  domain: "the domain",
  cidr: "the network",
  country: "the country",
  url: "the URL",
  prefix: "the path",
  host: "the host"
}

const kindName = (kind: string): string => kinds[kind] ?? kind

const site = (says: string): Say =>
  of(/^(.*): (.*)$/s, (name, more) => ({ says, name: name, more: more, idOf: "site id" }))

const exported = (what: string): Say =>
  of(/^(\w+)(?:, (.*))?$/s, (format, filters) => ({
    says: `Exported ${what} as ${format.toUpperCase()}`,
    ...filters === "" ? {} : { more: `narrowed ${filters}` }
  }))

const invited = (says: string): Say =>
  of(/^(\w+), (.*)$/s, (role, email) => ({
    says,
    name: email === "any address" ? "whoever has the link" : email,
    more: `as ${role}`,
    idOf: "invitation id"
  }))

const entry = (says: (action: string, kind: string) => string): Say =>
  of(/^(block|allow) (\w+) (.*?)( \(forced\))?$/s, (action, kind, name, forced) => ({
    says: says(action, kindName(kind)),
    name: name,
    ...forced === "" ? {} : { more: "although many share it" }
  }))

const removedEntry = entry((action, kind) =>
  action === "block" ? `Took off the blocklist: ${kind}` : `Removed the blocklist's exception for ${kind}`
)

const sentences: Readonly<Record<string, Say>> = {
  "set-up": always({ says: "Set up the dashboard, and became its first owner", idOf: "member id" }),
  "sign-in": always({ says: "Signed in" }),
  "sign-in.refused": (_, target) => ({ says: "Gave a wrong password for", name: target }),
  "sign-out": always({ says: "Signed out" }),
  "password.change": always({ says: "Changed their password" }),
  "password.link": (detail) => ({
    says: "Made a link to choose a new password, for",
    name: person(detail),
    idOf: "member id"
  }),
  "password.reset": always({ says: "Chose a new password by a link, and was signed out everywhere else" }),
  "session.revoke": (detail) => {
    const others = /^(\d+) others$/.exec(detail)?.[1]
    const [, all = "", whose] = /^all (\d+) of (.*)$/s.exec(detail) ?? []
    return whose !== undefined
      ? { says: "Signed out everywhere:", name: person(whose), more: plural(all, "session"), idOf: "member id" }
      : others !== undefined
      ? { says: `Ended ${plural(others, "other session")} of their own` }
      : detail === ""
      ? { says: "Ended a session of their own", idOf: "session id" }
      : null
  },
  "member.join": of(/^(\w+), invited by (.*)$/s, (role, by) => ({
    says: `Joined as ${role}`,
    more: `invited by ${person(by)}`,
    idOf: "member id"
  })),
  "member.invite": invited("Invited"),
  "member.withdraw": (detail, target) =>
    detail === ""
      ? { says: "Withdrew an invitation", idOf: "invitation id" }
      : invited("Withdrew the invitation of")(detail, target),
  "member.role": of(/^(.*): (\w+) to (\w+)$/s, (who, before, after) => ({
    says: "Changed the role of",
    name: person(who),
    more: `from ${before} to ${after}`,
    idOf: "member id"
  })),
  "member.remove": (detail) => ({ says: "Removed the member", name: person(detail), idOf: "member id" }),
  "member.rename": of(/^now (.*)$/s, (name) => ({ says: "Changed their name to", name: name })),
  "key.create": of(/^(.*), (\d+) requests a minute$/s, (name, perMinute) => ({
    says: "Created the API key",
    name: name,
    more: `${plural(perMinute, "request")} a minute`,
    idOf: "key id"
  })),
  "key.revoke": (detail) => ({ says: "Revoked the API key", name: detail, idOf: "key id" }),
  "site.create": site("Created the site"),
  "site.change": site("Changed the site"),
  "site.rotate": of(/^(.*), (the secret before .*)$/s, (name, more) => ({
    says: "Created a new secret for the site",
    name: name,
    more: more,
    idOf: "site id"
  })),
  "site.remove": site("Deleted the site"),
  "rule.add": entry((action, kind) => `Added a rule to ${action} ${kind}`),
  "rule.remove": entry((action, kind) => `Removed the rule to ${action} ${kind}`),
  "rule.import": of(/^(\d+) new, (\d+) changed, of (\d+)$/, (made, changed, all) => ({
    says: `Imported ${plural(all, "rule")}`,
    more: [`${made} new`, ...changed === "0" ? [] : [`${changed} with another note`]].join(", ")
  })),
  "blocklist.add": entry((action, kind) =>
    action === "block" ? `Put on the blocklist: ${kind}` : `Made an exception on the blocklist for ${kind}`
  ),
  "blocklist.remove": (detail, target) => {
    const all = /^all of this source, (.*)$/s.exec(detail)?.[1]
    return all === undefined
      ? removedEntry(detail, target)
      : { says: "Took off the blocklist all that came from", name: target, more: all }
  },
  "blocklist.import": (more, target) => ({ says: "Imported into the blocklist", name: target, more }),
  "submission.accept": (detail, target) => {
    const [, kind = "", name, forced] = /^(\w+) (.*?)( \(forced\))?$/s.exec(detail) ?? []
    return name === undefined ? null : {
      says: `Accepted reported link ${target}, and blocked ${kindName(kind)}`,
      name,
      ...forced === undefined ? {} : { more: "although many share it" }
    }
  },
  "submission.reject": (detail, target) => {
    const [, name = "", more = ""] = /^link (\S+)(?: (.*))?$/s.exec(detail) ?? [null, "", detail]
    return {
      says: `Rejected reported link ${target}${name === "" ? "" : ":"}`,
      ...name === "" ? {} : { name: name },
      ...more === "" ? {} : { more }
    }
  },
  "lead.mark": (detail) => {
    const [, said, more] = /^(taken back|not spam|spam)(?:, (.*))?$/s.exec(detail) ?? ["", detail]
    return {
      says: said === "taken back" ? "Took back the mark of a lead" : `Marked a lead as ${said}`,
      ...more === undefined ? {} : { more },
      idOf: "request id"
    }
  },
  "lead.forget": (detail) => ({
    says: "Erased a lead",
    ...detail === "" ? {} : { more: detail },
    idOf: "request id"
  }),
  "credits.grant": of(/^\+(\d+)(?:, (.*))?$/s, (credits, note) => ({
    says: `Granted ${creditsText(Number(credits))}`,
    ...note === "" ? {} : { more: note }
  })),
  "credits.adjust": of(/^(\+|-)(\d+)(?:, (.*))?$/s, (sign, credits, note) => ({
    says: `Corrected the balance: ${creditsText(Number(credits))} ${sign === "+" ? "added" : "taken"}`,
    ...note === "" ? {} : { more: note }
  })),
  "credits.notice": (detail) =>
    detail === "never"
      ? { says: "Turned the notice of a low balance off" }
      : { says: `Set the notice of a low balance to ${detail}` },
  "retention.change": (detail) => ({ says: "Set how long history is kept to", name: detail }),
  "person.export": (_, target) => ({ says: "Exported the data of", name: target }),
  "person.erase": (detail, target) => ({
    says: "Erased the data of",
    name: target,
    ...detail === "" ? {} : { more: detail.replace(/\b1 (request|lead)s\b/g, "1 $1") }
  }),
  "credits.export": exported("the credit statement"),
  "requests.export": exported("requests")
}

/** Describes an action in words. For erased details and unknown actions, it shows what is available. */
export const deedWords = ({ action, detail, target }: Deed): DeedWords => {
  if (detail === "" && target === "") return { says: actionName(action) }
  const say = Object.hasOwn(sentences, action) ? sentences[action] : undefined
  const said = say?.(detail, target) ?? null
  return said ?? {
    says: actionName(action),
    ...detail === "" ? {} : { more: detail },
    ...target === "" ? {} : { idOf: "id" }
  }
}

/** Returns the actor's name and email address, or the name of a non-member actor. */
export const actorWords = (actor: string): { readonly name: string; readonly more: string } => {
  const [, name, address = ""] = /^(.*) <([^<>]*)>$/s.exec(actor) ?? []
  if (name !== undefined) return { name, more: address }
  const user = commandLineUser(actor)
  if (user !== null) return { name: "Command line", more: user === erasedActor ? "of somebody who was erased" : user }
  if (actor === erasedActor) return { name: "Erased", more: "whose data was erased" }
  return { name: actor === "somebody" ? "Somebody" : actor, more: "" }
}

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

const nameByAction: ReadonlyMap<string, string> = new Map(Object.entries(names))

/** Returns the action's label, or the action itself if this version does not know it. */
const actionName = (action: string): string => nameByAction.get(action) ?? action

/** All actions as options of a select field. */
export const auditActions = Object.entries(names).map(([value, label]) => ({ value, label }))
