import { Effect } from "effect"
import { addRuleAs } from "../../core/block-rules/ManageRules.ts"
import { acceptInvitation } from "../../core/members/administration/AcceptInvitation.ts"
import { inviteMember, makeSetUpLink } from "../../core/members/administration/ManageInvitations.ts"
import { Members } from "../../core/members/Members.ts"
import { ShieldTraffic } from "../../core/shield/ShieldTraffic.ts"
import { createSiteAs } from "../../core/sites/ManageSites.ts"
import { reviewAs } from "../../core/submissions/ReviewSubmission.ts"
import { submitPhishingLink } from "../../core/submissions/SubmitPhishingLink.ts"
import { addEntryAs } from "../../core/threats/blocklist/ManageBlocklist.ts"
import { actorOf } from "./ActorOf.ts"
import type { Random } from "./Random.ts"
import { requestTimes } from "./RequestTimes.ts"
import type { SeedClock } from "./SeedClock.ts"
import { seedOwner, seedPassword } from "./SeedOwner.ts"
import { blockedHost, hostileHosts } from "./Words.ts"

const people = [
  { name: "Olivia Owner", email: seedOwner, role: "owner" },
  { name: "Max Member", email: "member@example.com", role: "member" },
  { name: "Rita Reviewer", email: "reviewer@example.com", role: "reviewer" }
] as const

const browser = {
  address: "203.0.113.7",
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0"
}

/** Creates an owner who invites a member and a reviewer. */
export const seedMembers = Effect.fnUntraced(function*(accountId: string) {
  for (const { email, name, role } of people) {
    const actor = { name: `${people[0].name} <${people[0].email}>`, memberId: null, address: browser.address }
    const token = role === "owner"
      ? yield* makeSetUpLink(accountId)
      : (yield* inviteMember({ accountId, role, email, actor })).token
    if (token === null) return
    yield* acceptInvitation({ token, name, email, password: seedPassword, ...browser })
  }
})

/** Returns the actor that manages keys, rules and sites. */
export const ownerActor = (accountId: string) => actorOf(accountId, people[0].email, browser.address)

/** Creates the account's rules and the operator's blocklist entries. */
export const seedRules = Effect.fnUntraced(function*(accountId: string) {
  const rules = [
    ["domain", "block", blockedHost, "asks for prices every week"],
    ["email", "block", "pest@two-rivers.example.net", ""],
    ["cidr", "block", "198.51.100.0/24", "scrapers"],
    ["country", "block", "KP", ""],
    ["domain", "allow", "red-kite.example.net", "our best customer"]
  ] as const
  const owner = yield* ownerActor(accountId)
  for (const [kind, action, value, note] of rules) {
    yield* addRuleAs(owner, accountId, { kind, action, value, note }, { force: true })
  }
  for (const host of hostileHosts.slice(0, 4)) {
    yield* addEntryAs(owner, {
      kind: "host",
      target: host,
      action: "block",
      reason: "seen in mail to customers",
      author: people[0].name,
      expiresAt: null,
      force: false
    })
  }
})

/** Creates reported links throughout the month. Most are reviewed, and the last nine wait for a review. */
export const seedSubmissions = Effect.fnUntraced(
  function*(random: Random, clock: SeedClock, accountId: string, from: number, to: number) {
    const times = [...requestTimes(random, 40, from, to)]
    const reviewer = yield* actorOf(accountId, people[2].email, browser.address)
    let seenAt = from
    for (const [at, time] of times.entries()) {
      clock.now = time
      const host = random.chance(0.75) ? random.one(hostileHosts) : "www.red-kite.example.net"
      const path = random.one(["verify", "login.php", "a/b?id=<script>alert(1)</script>", "track", "konto"])
      const { id, state } = yield* submitPhishingLink(`https://${host}/${path}?n=${at}`, accountId)
      if (state !== "pending" || at >= times.length - 9) continue
      clock.now = Math.min(to, time + random.integer(1, 20) * 3_600_000)
      const author = people[2].name
      seenAt = Math.max(seenAt, clock.now)
      yield* random.chance(0.7) && host !== "www.red-kite.example.net"
        ? reviewAs(reviewer, id, {
          kind: "accept",
          scope: "url",
          expiresAt: new Date(clock.now + 90 * 86_400_000),
          force: false,
          reason: "",
          author
        })
        : reviewAs(reviewer, id, { kind: "reject", reason: "a customer's own page", author })
    }
    yield* (yield* Members).recordSeen(reviewer.memberId, new Date(seenAt))
  }
)

/** Creates two sites with a month of visitors. */
export const seedSites = Effect.fnUntraced(
  function*(random: Random, accountId: string, visitors: number, from: number, to: number) {
    const traffic = yield* ShieldTraffic
    const owner = yield* ownerActor(accountId)
    const made = [
      yield* createSiteAs(owner, { accountId, name: "Shop", hostnames: ["shop.example.com", "example.com"] }),
      yield* createSiteAs(owner, { accountId, name: "Contact form", hostnames: ["www.example.com"] })
    ]
    for (const [{ site }, share] of made.map((one, at) => [one, [0.8, 0.2][at]!] as const)) {
      let counted = 0
      for (const at of requestTimes(random, Math.round(visitors * share), from, to)) {
        for (const event of visit(random)) traffic.count(site.id, event, at)
        if (++counted % 2_000 === 0) yield* Effect.yieldNow
      }
    }
  }
)

type Event = Parameters<ShieldTraffic["Service"]["count"]>[1]

const countries = [["DE", 50], ["AT", 12], ["CH", 10], ["FR", 8], ["US", 8], ["NL", 5], ["GB", 4], ["BR", 3]] as const

const visit = (random: Random): ReadonlyArray<Event> => {
  if (random.chance(0.015)) return [{ kind: "degraded", reason: random.one(["empty", "edge"]) }]
  const issued: Event = { kind: "issued" }
  if (random.chance(0.06)) return [issued]
  if (random.chance(0.02)) {
    return [issued, { kind: "refused", reason: random.one(["expired", "answers", "used"]) }]
  }
  const solved: Event = { kind: "solved", solveMillis: Math.round(random.around(620, 0.7)) }
  if (random.chance(0.03)) {
    return [issued, solved, { kind: "rejected", reason: random.one(["duplicate token", "expired token"]) }]
  }
  const score = random.chance(0.12) ? random.integer(5, 60) : Math.min(100, Math.round(70 + random.next() * 31))
  return [issued, solved, { kind: "human", score, country: random.weighted(countries) }]
}
