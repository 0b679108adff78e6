import type { SiteId } from "../kernel/Ids.ts"
import { type Site, siteOptionsDefault } from "../sites/Site.ts"

/**
 * Kinds of public site keys for development and tests of integrations. The keys are valid on every host name but
 * useless with a real secret. They follow the same path as real keys, including puzzles, and produce the result in
 * their name.
 */
export const testKinds = ["pass", "fail", "timeout", "degraded", "bot"] as const

export type TestKind = typeof testKinds[number]

/** Secret shared by all test sites. */
export const testSecret = "gh_secret_test"

/** Delay before the challenge of the `timeout` key, which is longer than any form waits. */
export const testTimeoutMillis = 4_000

/** Scores of the test tokens, which do not depend on the session. */
export const testScores: Readonly<Record<TestKind, number>> = {
  pass: 100,
  fail: 100,
  timeout: 100,
  degraded: 100,
  bot: 10
}

const idPrefix = "test_"
const keyPrefix = "gh_site_test_"

/** Returns the kind of a test site, or null for a real site. */
export const testKindOf = (siteId: SiteId): TestKind | null => kindOf(siteId, idPrefix)

/** Returns the test site with a given key, or null for any other key. */
export const testSiteOf = (siteKey: string): Site | null => {
  const kind = kindOf(siteKey, keyPrefix)
  return kind === null ? null : testSite(kind)
}

/** Creates a test site. It belongs to no account and is not stored. */
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
