import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect, it } from "vitest"
import { createAccount } from "../../../core/accounts/CreateAccount.ts"
import { uuidV7 } from "../../../core/accounts/Uuid.ts"
import { authorName, formerMember } from "../../../core/members/AuthorName.ts"
import { removeMember, renameMember } from "../../../core/members/ChangeMembers.ts"
import { refusalNotedMillis, signIn } from "../../../core/members/SignIn.ts"
import { erasePerson } from "../../../core/people/ErasePerson.ts"
import { Blocklist } from "../../../core/ports/Blocklist.ts"
import { RequestHistory } from "../../../core/ports/RequestHistory.ts"
import { Submissions } from "../../../core/ports/Submissions.ts"
import { triedBy } from "../../../core/requests/TriedBy.ts"
import { blocking } from "../../support/Listings.ts"
import { browser, inHouse, join, operator, tagOf, withOwner } from "../members/House.ts"

const email = "ben@example.com"
const wrong = { ...browser, email, password: "no such password", device: null }

let count = 0
/** An entry that somebody added, and a submission that they reviewed. */
const decide = Effect.fnUntraced(function*(who: string) {
  const n = ++count
  yield* (yield* Blocklist).put(blocking("host", `h${n}.example`, { author: who }))
  yield* (yield* Submissions).add({
    url: `http://s${n}.example/`,
    canonicalUrl: `s${n}.example/`,
    accountId: "acc_1",
    state: "rejected",
    createdAt: new Date(n),
    reviewedAt: new Date(n),
    reviewer: who,
    rejection: null,
    entryId: null,
    triageRisk: 0,
    triageReasons: [],
    forwarded: null
  })
})

/** Whose names threat data hold, those of the newest first. */
const deciders = Effect.gen(function*() {
  const entries = yield* (yield* Blocklist).list({ limit: 99 })
  const reviewed = yield* (yield* Submissions).list({ limit: 99 })
  expect(reviewed.map(({ reviewer }) => reviewer)).toEqual(entries.map(({ author }) => author))
  return entries.map(({ author }) => author)
})

/** Tries until they have to wait. */
const guess = Effect.gen(function*() {
  const said: Array<string> = []
  for (let n = 0; n < 6; n++) said.push(yield* tagOf(signIn({ ...wrong, address: `198.51.100.${n}` })))
  yield* TestClock.adjust(refusalNotedMillis)
  return said.at(-1)
})

describe("erasing a member", () => {
  it(
    "leaves what they decided, as a former member's, under every name they had",
    inHouse(Effect.gen(function*() {
      const { accountId, ann } = yield* withOwner
      const { member } = yield* join(accountId, "reviewer", email)
      yield* decide(authorName(member))
      const renamed = yield* renameMember({ member, name: "Benjamin <B>", address: "" })
      yield* decide(authorName(renamed))
      yield* renameMember({ member, name: "Bo", address: "" })
      for (const who of ["Bo", authorName(ann.member), "operator", "Bob"]) yield* decide(who)
      const { decisions } = yield* erasePerson(accountId, " BEN@example.com")
      expect(decisions).toBe(6)
      expect(yield* deciders).toEqual(["Bob", "operator", "Ann", formerMember, formerMember, formerMember])
      expect(yield* erasePerson(accountId, email)).toMatchObject({ decisions: 0, members: 0, auditEntries: 0 })
    }))
  )

  it(
    "finds their names in the audit log when they have gone before",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const { member } = yield* join(accountId, "reviewer", email)
      yield* decide(authorName(member))
      yield* removeMember({ accountId, id: member.id, actor: operator })
      expect((yield* erasePerson(accountId, email)).decisions).toBe(2)
      expect(yield* deciders).toEqual([formerMember])
    }))
  )

  it(
    "of another account touches no threat data, which are the operator's",
    inHouse(Effect.gen(function*() {
      yield* withOwner
      const other = yield* createAccount("other")
      yield* join(other.id, "reviewer", email)
      yield* decide("Ben")
      expect(yield* erasePerson(other.id, email)).toMatchObject({ decisions: 0, members: 1 })
      expect(yield* deciders).toEqual(["Ben"])
    }))
  )

  it(
    "forgets whose tries in the dashboard they were, and tries to sign in as them",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const { member } = yield* join(accountId, "member", email)
      const history = yield* RequestHistory
      const at = 1_800_000_000_000
      history.record({
        requestId: uuidV7(at, new Uint8Array(10)),
        accountId,
        keyId: triedBy(member.id),
        operation: "scan/url",
        status: 200,
        credits: 1,
        at: new Date(at),
        durationMicros: 1,
        verdict: "safe",
        subject: null
      })
      expect(yield* guess).toBe("TooManyTries")
      yield* erasePerson(accountId, email)
      const { items } = yield* history.search({ accountId, limit: 9 })
      expect(items).toMatchObject([{ keyId: triedBy("former"), credits: 1 }])
      expect(yield* tagOf(signIn(wrong))).toBe("SignInRefused")
    }))
  )

  it(
    "of one account does not free guesses at somebody who signs in to another",
    inHouse(Effect.gen(function*() {
      const { accountId } = yield* withOwner
      const other = yield* createAccount("other")
      yield* join(accountId, "member", email)
      expect(yield* guess).toBe("TooManyTries")
      yield* erasePerson(other.id, email)
      expect(yield* tagOf(signIn(wrong))).toBe("TooManyTries")
    }))
  )
})
