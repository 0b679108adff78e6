import fc from "fast-check"
import type { RequestFilter } from "../../core/requests/RequestQuery.ts"

export const start = Date.parse("2026-11-20T10:00:00.000Z")
export const hour = 3_600_000

const operation = fc.constantFrom("scan", "scan/email", "scan/url")
const status = fc.constantFrom(200, 200, 200, 403, 422, 500)
const keyId = fc.constantFrom("key_1", "key_2", "dashboard:mem_1")
const verdict = fc.constantFrom("ok (85)", "bad: urlhaus", "safe", "disposable, role_account", "3 checked, 0 invalid")

/** What differs between requests. */
export const recordShape = fc.record({
  // A few busy hours, and some long before and after.
  millis: fc.oneof(
    fc.integer({ min: 0, max: 4 * hour }),
    fc.integer({ min: 0, max: 4 * hour }),
    fc.integer({ min: 0, max: 2_900 * hour })
  ),
  operation,
  status,
  keyId,
  credits: fc.integer({ min: 0, max: 20 }),
  durationMicros: fc.integer({ min: 0, max: 9_000_000 }),
  verdict: fc.option(verdict),
  subject: fc.option(fc.constantFrom("A***@Example.com", "b***@example.org", "100%_sure.example/***", "ÄÖ.pdf"))
})

const some = <A>(shape: fc.Arbitrary<A>) => fc.option(shape, { nil: undefined, freq: 2 })

/** A filter, and how many of a page. */
export const searchShape = fc.record({
  limit: fc.integer({ min: 3, max: 40 }),
  filter: fc.record({
    operation: some(operation),
    status: some(fc.constantFrom("200", "4xx", "5xx", "422")),
    keyId: some(keyId),
    verdict: some(fc.constantFrom("ok", "bad", "disposable", "role_account", "checked", "invalid", "nothing")),
    text: some(fc.constantFrom("EXAMPLE", "example.com", "%_s", "Ä", "ä")),
    from: some(fc.integer({ min: 0, max: 5 * hour }).map((millis) => new Date(start + millis))),
    to: some(fc.integer({ min: hour, max: 3_000 * hour }).map((millis) => new Date(start + millis)))
  }).map((filter) =>
    Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as RequestFilter
  )
})
