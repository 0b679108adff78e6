import type { SiteId } from "../kernel/Ids.ts"
import { type Site, siteOptionsDefault } from "../sites/Site.ts"

/**
 * Site keys for the tests and the development of other people: known to all, good on every host name, and worth nothing to
 * a real secret. They take the same way as real ones, puzzles and all, and end as their name says.
 */
export const testKinds = ["pass", "fail", "timeout", "degraded", "bot"] as const

export type TestKind = typeof testKinds[number]

/** The one secret of all of them. */
export const testSecret = "gh_secret_test"

/** How late the `timeout` key gets its challenge: later than any form waits. */
export const testTimeoutMillis = 4_000

/** Scores of their tokens, whatever the session looked like. */
export const testScores: Readonly<Record<TestKind, number>> = {
  pass: 100,
  fail: 100,
  timeout: 100,
  degraded: 100,
  bot: 10
}

const idPrefix = "test_"
const keyPrefix = "gh_site_test_"

/** Null for a site that is real. */
export const testKindOf = (siteId: SiteId): TestKind | null => kindOf(siteId, idPrefix)

/** The test site with this key; null for every other key. */
export const testSiteOf = (siteKey: string): Site | null => {
  const kind = kindOf(siteKey, keyPrefix)
  return kind === null ? null : testSite(kind)
}

/** Belongs to no account, and is stored nowhere. */
export const testSite = (kind: TestKind): Site => ({
  id: idPrefix + kind,
  accountId: "",
  name: `Test: ${kind}`,
  siteKey: keyPrefix + kind,
  secretDigests: [],
  hostnames: [],
  options: siteOptionsDefault,
  createdAt: new Date(0)
})

const kindOf = (text: string, prefix: string): TestKind | null =>
  testKinds.find((kind) => text === prefix + kind) ?? null
