import { describe, expect, it } from "vitest"
import {
  auditActionOptions,
  auditMessage,
  describeActor
} from "../../../apps/dashboard/pages/settings/AuditMessages.ts"

/** Returns the message as displayed, with the text below it. */
const messageOf = (action: string, detail: string, target = "id_1") => {
  const { details = "", name = "", text } = auditMessage({ action, detail, target })
  return [`${text} ${name}`.trim(), details].filter((part) => part !== "").join(" | ")
}

describe("the action of an entry", () => {
  it.each([
    [
      "key.create",
      "Shop, production, 600 requests a minute",
      "Created the API key Shop, production | 600 requests per minute"
    ],
    ["key.create", "Slow, 1 requests a minute", "Created the API key Slow | 1 request per minute"],
    ["key.revoke", "Shop, production", "Revoked the API key Shop, production"],
    ["site.create", "Newsletter: form: localhost, [::1]", "Created the site Newsletter: form | localhost, [::1]"],
    ["site.remove", "Shop: shop.example.com", "Deleted the site Shop | shop.example.com"],
    [
      "site.rotate",
      "Shop, previous secret revoked",
      "Created a new secret for the site Shop | previous secret revoked"
    ],
    ["member.invite", "reviewer, rita@example.com", "Invited rita@example.com | as reviewer"],
    ["member.invite", "member, any address", "Invited anyone with the link | as member"],
    ["member.withdraw", "member, sam@example.com", "Withdrew the invitation for sam@example.com | as member"],
    ["member.withdraw", "", "Withdrew an invitation"],
    ["member.join", "member, invited by Ann Owner <ann@example.com>", "Joined as member | invited by Ann Owner"],
    ["member.role", "Bo: to <bo@example.com>: member to owner", "Changed the role of Bo: to | from member to owner"],
    ["member.remove", "Bo <bo@example.com>", "Removed member Bo"],
    ["member.rename", "now Olga", "Changed their name to Olga"],
    ["session.revoke", "", "Ended one of their sessions"],
    ["session.revoke", "1 others", "Ended 1 other session"],
    ["session.revoke", "3 others", "Ended 3 other sessions"],
    ["session.revoke", "all 2 of Bo <bo@example.com>", "Ended all sessions of Bo | 2 sessions"],
    ["rule.add", "block domain spam.example", "Added a rule to block the domain spam.example"],
    ["rule.remove", "allow cidr 192.0.2.0/24", "Removed a rule to allow the network 192.0.2.0/24"],
    ["blocklist.add", "block host bit.ly (forced)", "Blocked the host bit.ly | forced, although many people share it"],
    ["blocklist.add", "allow prefix a.example/b c/", "Added a blocklist exception for the path a.example/b c/"],
    ["blocklist.remove", "block url a.example/?x=(forced)", "Unblocked the URL a.example/?x=(forced)"],
    ["lead.mark", "taken back", "Removed the mark from a lead"],
    ["lead.mark", "not spam", "Marked a lead as not spam"],
    ["lead.mark", "taken back, from contact form", "Removed the mark from a lead | from contact form"],
    ["lead.forget", "judged spam, from contact form", "Erased a lead | judged spam, from contact form"],
    ["credits.notice", "never", "Turned off the low-balance warning"],
    ["credits.notice", "below 500", "Set the low-balance warning to below 500"],
    ["retention.change", "30 days", "Set the retention period to 30 days"],
    ["credits.export", "ndjson, by kind", "Exported the credit statement as NDJSON | filtered by kind"],
    ["requests.export", "csv", "Exported requests as CSV"],
    ["requests.export", "csv, by status, by text", "Exported requests as CSV | filtered by status, by text"]
  ])("%s %j", (action, detail, sentence) => {
    expect(messageOf(action, detail)).toBe(sentence)
  })

  it("names its target if the target is next to it", () => {
    expect(messageOf("submission.accept", "domain phish.example", "17")).toBe(
      "Accepted reported link 17 and blocked the domain phish.example"
    )
    expect(messageOf("submission.reject", "our own shop", "17")).toBe("Rejected reported link 17 | our own shop")
    expect(messageOf("submission.reject", "link shop.example/a our own shop", "17")).toBe(
      "Rejected reported link 17: shop.example/a | our own shop"
    )
    expect(messageOf("submission.reject", "link shop.example/a", "17")).toBe(
      "Rejected reported link 17: shop.example/a"
    )
    expect(messageOf("sign-in.refused", "wrong password", "ann@example.com")).toBe(
      "Entered a wrong password for ann@example.com"
    )
    expect(messageOf("person.erase", "1 requests, 2 leads", "a***@example.com")).toBe(
      "Erased the data of a***@example.com | 1 request, 2 leads"
    )
  })

  it("describes actions on a member whose data was erased", () => {
    expect(messageOf("member.remove", "(erased)")).toBe("Removed member (erased)")
    expect(messageOf("member.role", "(erased): owner to member")).toBe(
      "Changed the role of (erased) | from owner to member"
    )
    expect(messageOf("session.revoke", "all 1 of (erased)")).toBe("Ended all sessions of (erased) | 1 session")
    expect(messageOf("member.rename", "now (erased)")).toBe("Changed their name to (erased)")
    expect(messageOf("sign-in.refused", "wrong password", "(erased)")).toBe("Entered a wrong password for (erased)")
  })

  it("says who created a password reset link, and who used it", () => {
    expect(messageOf("password.link", "Nora <nora@example.com>", "mem_1")).toBe(
      "Created a password reset link for Nora"
    )
    expect(messageOf("password.reset", "", "mem_1")).toBe(
      "Reset their password with a link, and was signed out everywhere else"
    )
  })

  it("describes what a whole list did", () => {
    expect(messageOf("rule.import", "3 new, 0 changed, of 50")).toBe("Imported 50 rules | 3 new")
    expect(messageOf("rule.import", "1 new, 2 changed, of 3")).toBe("Imported 3 rules | 1 new, 2 with a new note")
    expect(messageOf("blocklist.import", "12 entries added, 3 renewed", "our list")).toBe(
      "Imported into the blocklist from our list | 12 entries added, 3 renewed"
    )
    expect(messageOf("blocklist.remove", "all of this source, 15 entries", "our list")).toBe(
      "Removed all blocklist entries from our list | 15 entries"
    )
  })

  it("describes what was done to a balance", () => {
    expect(messageOf("credits.grant", "+10000, Invoice 17, paid")).toBe("Granted 10,000 credits | Invoice 17, paid")
    expect(messageOf("credits.grant", "+1")).toBe("Granted 1 credit")
    expect(messageOf("credits.adjust", "-500, Granted twice")).toBe(
      "Adjusted the balance: 500 credits removed | Granted twice"
    )
    expect(messageOf("credits.adjust", "+5")).toBe("Adjusted the balance: 5 credits added")
  })

  it("keeps the ID of its target", () => {
    const idOf = (action: string, detail: string) => auditMessage({ action, detail, target: "x" }).idLabel
    expect(idOf("key.revoke", "Shop")).toBe("key ID")
    expect(idOf("site.remove", "Shop: shop.example")).toBe("site ID")
    expect(idOf("member.remove", "Bo <bo@example.com>")).toBe("member ID")
    expect(idOf("member.invite", "member, any address")).toBe("invitation ID")
    expect(idOf("lead.forget", "")).toBe("request ID")
  })

  it.each(auditActionOptions.map(({ label, value }) => [value, label]))(
    "%s is described after its details were erased",
    (action, label) => {
      const words = auditMessage({ action, detail: "", target: "" })
      expect(words.text).not.toMatch(/undefined|[ ,:]$/)
      expect(words.name ?? "").toBe("")
      expect(words.text).toBe(label)
    }
  )

  it("shows unknown data unchanged: an action of another version, a truncated detail, a name from Object.prototype", () => {
    expect(messageOf("moon.landing", "one small step")).toBe("moon.landing | one small step")
    expect(messageOf("key.create", "A name so long that what follows is")).toBe(
      "Created an API key | A name so long that what follows is"
    )
    for (const action of ["constructor", "toString", "__proto__"]) expect(messageOf(action, "x")).toBe(`${action} | x`)
  })
})

describe("the actor of an entry", () => {
  it.each([
    ["Ann Owner <ann@example.com>", "Ann Owner", "ann@example.com"],
    [" <ann@example.com>", "", "ann@example.com"],
    ["command line (root)", "Command line", "root"],
    ["unknown", "Unknown person", ""],
    ["somebody", "Unknown person", ""],
    ["(erased)", "Erased person", ""],
    ["set-up", "set-up", ""]
  ])("%s", (actor, name, more) => {
    expect(describeActor(actor)).toEqual({ name, more })
  })
})
