import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import type { Accounts } from "../../../core/accounts/Accounts.ts"
import { createAccount } from "../../../core/accounts/ManageAccounts.ts"
import { Secrets } from "../../../core/kernel/Secrets.ts"
import { changeSite, createSite, deleteSite, rotateSiteSecret } from "../../../core/sites/ManageSites.ts"
import { siteOptionsDefault } from "../../../core/sites/Site.ts"
import { Sites } from "../../../core/sites/Sites.ts"
import { contract } from "./Contract.ts"
import { expect } from "./Expect.ts"

const options = {
  spamDetection: false,
  emailRules: false,
  disposableEmails: "reject",
  ipRules: false,
  scoreMin: 40,
  degraded: "limit",
  degradedPerMinuteMax: 7
} as const

const createSiteAndAccount = Effect.gen(function*() {
  const { id: accountId } = yield* createAccount("test")
  return { accountId, ...(yield* createSite({ accountId, name: "shop", hostnames: ["example.com"] })) }
})

export const sitesContract = contract<Sites | Accounts | Secrets>("Sites", ({ test, testWithClock }) => {
  test(
    "have options, which change with name and host names and nothing else",
    Effect.gen(function*() {
      const sites = yield* Sites
      const { accountId, site } = yield* createSiteAndAccount
      expect(yield* sites.get(accountId, site.id)).toEqual({ ...site, options: siteOptionsDefault })
      const change = { name: "store – “1”", hostnames: ["*.example.com", "[::1]"], options }
      expect(yield* changeSite(accountId, site.id, change)).toEqual({ ...site, ...change })
      for (
        const found of [
          yield* sites.get(accountId, site.id),
          yield* sites.findBySiteKey(site.siteKey),
          yield* sites.findBySecret(site.secretDigests[0]!),
          (yield* sites.list(accountId))[0]
        ]
      ) expect(found).toEqual({ ...site, ...change })
      expect((yield* Effect.flip(sites.change(accountId, "site_x", change)))._tag).toBe("SiteNotFound")
    })
  )

  test(
    "are listed, read and changed only within their account",
    Effect.gen(function*() {
      const sites = yield* Sites
      const [mine, foreign] = [yield* createSiteAndAccount, yield* createSiteAndAccount]
      const { site } = mine
      const change = { name: "stolen", hostnames: ["stolen.example"], options }
      const attempts = [
        sites.get(foreign.accountId, site.id),
        sites.change(foreign.accountId, site.id, change),
        sites.setSecrets(foreign.accountId, site.id, ["stolen"]),
        sites.remove(foreign.accountId, site.id, new Date())
      ]
      for (const attempt of attempts) expect((yield* Effect.flip(attempt))._tag).toBe("SiteNotFound")
      expect(yield* sites.get(mine.accountId, site.id)).toEqual(site)
      expect(yield* sites.list(mine.accountId)).toEqual([site])
      expect(yield* sites.list(foreign.accountId)).toEqual([foreign.site])
      yield* sites.change(mine.accountId, site.id, { ...change, name: "renamed" })
      yield* sites.setSecrets(mine.accountId, site.id, [`new ${site.id}`])
      expect(yield* sites.get(foreign.accountId, foreign.site.id)).toEqual(foreign.site)
      expect(yield* sites.findBySecret(foreign.site.secretDigests[0]!)).toEqual(foreign.site)
      yield* sites.remove(mine.accountId, site.id, new Date())
      expect(yield* sites.findBySecret(foreign.site.secretDigests[0]!)).toEqual(foreign.site)
      expect(yield* sites.wasRemoved(foreign.accountId, "renamed")).toBe(false)
    })
  )

  test(
    "that are changed or rotated here apply at once, even if they were just read",
    Effect.gen(function*() {
      const sites = yield* Sites
      const { sha256Hex } = yield* Secrets
      const { accountId, secretKey, site } = yield* createSiteAndAccount
      const [first] = site.secretDigests
      expect(yield* sites.findBySiteKey("gh_site_unknown")).toBe(null)
      expect((yield* sites.findBySecret(first!))?.secretDigests).toEqual([sha256Hex(secretKey)])
      yield* sites.findBySiteKey(site.siteKey)
      yield* changeSite(accountId, site.id, { options: { scoreMin: 99 } })
      expect((yield* sites.findBySiteKey(site.siteKey))?.options.scoreMin).toBe(99)
      expect((yield* sites.findBySecret(first!))?.options.scoreMin).toBe(99)
      const { secretKey: second } = yield* rotateSiteSecret(accountId, site.id)
      expect((yield* sites.findBySecret(sha256Hex(second)))?.id).toBe(site.id)
      yield* rotateSiteSecret(accountId, site.id)
      expect(yield* sites.findBySecret(first!)).toBe(null)
    })
  )

  test(
    "that are removed lose their keys and secrets, only in their own account, and their names are remembered",
    Effect.gen(function*() {
      const sites = yield* Sites
      const { accountId, site } = yield* createSiteAndAccount
      const { site: other } = yield* createSite({ accountId, name: "other", hostnames: ["example.com"] })
      yield* rotateSiteSecret(accountId, site.id)
      const { secretDigests } = yield* sites.get(accountId, site.id)
      yield* sites.findBySiteKey(site.siteKey)
      yield* Effect.forEach(secretDigests, sites.findBySecret)
      expect((yield* Effect.flip(deleteSite("other account", site.id)))._tag).toBe("SiteNotFound")
      expect(yield* sites.wasRemoved(accountId, "shop")).toBe(false)
      expect((yield* deleteSite(accountId, site.id)).name).toBe("shop")
      expect(yield* sites.findBySiteKey(site.siteKey)).toBe(null)
      expect(yield* Effect.forEach(secretDigests, sites.findBySecret)).toEqual([null, null])
      expect(yield* sites.list(accountId)).toEqual([other])
      for (const again of [deleteSite(accountId, site.id), sites.remove(accountId, site.id, new Date())]) {
        expect((yield* Effect.flip(again))._tag).toBe("SiteNotFound")
      }
      expect(yield* sites.wasRemoved(accountId, "shop")).toBe(true)
      expect(yield* sites.wasRemoved(accountId, "other")).toBe(false)
      expect(yield* sites.wasRemoved("other account", "shop")).toBe(false)
      // A name may be used and removed again.
      const { site: second } = yield* createSite({ accountId, name: "shop", hostnames: ["example.com"] })
      yield* deleteSite(accountId, second.id)
      expect(yield* sites.wasRemoved(accountId, "shop")).toBe(true)
    })
  )

  test(
    "are removed once, by the first of many concurrent calls",
    Effect.gen(function*() {
      const { accountId, site } = yield* createSiteAndAccount
      const ends = yield* Effect.forEach(
        Array.from({ length: 8 }),
        () => Effect.result(deleteSite(accountId, site.id)),
        { concurrency: "unbounded" }
      )
      expect(ends.filter(({ _tag }) => _tag === "Success")).toHaveLength(1)
    })
  )

  test(
    "are found independently by many concurrent lookups",
    Effect.gen(function*() {
      const sites = yield* Sites
      const { accountId } = yield* createSiteAndAccount
      const all = yield* Effect.forEach(
        Array.from({ length: 40 }),
        (_, n) =>
          Effect.map(createSite({ accountId, name: `site ${n}`, hostnames: ["example.com"] }), ({ site }) => site)
      )
      const keys = all.flatMap((site) => [site.siteKey, `made up ${site.id}`])
      const found = yield* Effect.forEach(keys, (key) => sites.findBySiteKey(key), { concurrency: "unbounded" })
      expect(found).toEqual(all.flatMap((site) => [site, null]))
      const bySecret = yield* Effect.forEach(all, (site) => sites.findBySecret(site.secretDigests[0]!), {
        concurrency: "unbounded"
      })
      expect(bySecret).toEqual(all)
      expect(yield* sites.list(accountId)).toHaveLength(41)
    })
  )

  testWithClock(
    "that another process changed are so within a second",
    Effect.gen(function*() {
      const sql = yield* Effect.serviceOption(SqlClient.SqlClient)
      if (sql._tag === "None") return
      const sites = yield* Sites
      const { site } = yield* createSiteAndAccount
      yield* sites.findBySiteKey(site.siteKey)
      yield* sql.value`UPDATE sites SET options = ${JSON.stringify({ scoreMin: 55 })} WHERE id = ${site.id}`
      expect((yield* sites.findBySiteKey(site.siteKey))?.options.scoreMin).toBe(0)
      yield* TestClock.adjust(999)
      expect((yield* sites.findBySiteKey(site.siteKey))?.options.scoreMin).toBe(0)
      yield* TestClock.adjust(1)
      // Fields unknown to an older release have the defaults of a new site.
      expect((yield* sites.findBySiteKey(site.siteKey))?.options).toEqual({ ...siteOptionsDefault, scoreMin: 55 })
    })
  )
})
