import { Effect } from "effect"
import fc from "fast-check"
import type { RequestDetails } from "../../../core/history/RequestDetails.ts"
import type { NewRequest, RequestHistory, RequestRecord } from "../../../core/history/RequestHistory.ts"
import type { RequestFilter } from "../../../core/history/RequestQuery.ts"
import { uuidV7 } from "../../../core/kernel/Uuid.ts"
import { expect } from "./Expect.ts"
import { newAccountIds } from "./People.ts"

export const startMillis = Date.parse("2026-11-20T10:00:00.000Z")
export const hourMillis = 3_600_000

const operation = fc.constantFrom("scan", "scan/email", "scan/url")
const status = fc.constantFrom(200, 200, 200, 403, 422, 500)
const keyId = fc.constantFrom("key_1", "key_2", "dashboard:mem_1")
const verdict = fc.constantFrom("ok (85)", "bad: urlhaus", "safe", "disposable, role_account", "3 checked, 0 invalid")

/** Generates the fields in which requests differ. */
export const recordArbitrary = fc.record({
  // Most requests are within four hours, and some are up to 2,900 hours later.
  millis: fc.oneof(
    fc.integer({ min: 0, max: 4 * hourMillis }),
    fc.integer({ min: 0, max: 4 * hourMillis }),
    fc.integer({ min: 0, max: 2_900 * hourMillis })
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

/** Generates a filter and a page size. */
export const searchArbitrary = fc.record({
  limit: fc.integer({ min: 3, max: 40 }),
  filter: fc.record({
    operation: some(operation),
    status: some(fc.constantFrom("200", "4xx", "5xx", "422")),
    keyId: some(keyId),
    verdict: some(fc.constantFrom("ok", "bad", "disposable", "role_account", "checked", "invalid", "nothing")),
    text: some(fc.constantFrom("EXAMPLE", "example.com", "%_s", "Ä", "ä")),
    from: some(fc.integer({ min: 0, max: 5 * hourMillis }).map((millis) => new Date(startMillis + millis))),
    to: some(fc.integer({ min: hourMillis, max: 3_000 * hourMillis }).map((millis) => new Date(startMillis + millis)))
  }).map((filter) =>
    Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as RequestFilter
  )
})

let idsCount = 0

/** Returns a new request id. Of two ids with the same millisecond, the newer one is larger. */
export const newRequestId = (millis: number) => {
  const bytes = new Uint8Array(10)
  new DataView(bytes.buffer).setUint32(6, ++idsCount)
  return uuidV7(millis, bytes)
}

/** Returns two accounts, and a function that builds requests of the first account. */
export const makeAccounts = () => {
  const [mine, other] = newAccountIds()
  const request = (millis: number, changes: Partial<NewRequest> = {}): NewRequest => ({
    requestId: newRequestId(startMillis + millis),
    accountId: mine,
    keyId: "key_1",
    operation: "scan/email",
    status: 200,
    credits: 1,
    at: new Date(startMillis + millis),
    durationMicros: 1_500,
    verdict: "disposable, role_account",
    subject: "a***@example.com",
    ...changes
  })
  return { mine, other, request }
}

export const details: RequestDetails = {
  score: 30,
  reasons: [{ code: "LAUNCH_ACTION", message: "\0 \ud800 cmd.exe – “x” \\ ' $1 ?", where: "object 1" }],
  facts: { links_found: 0, unique_domains: ["a.example"], has_macros: false }
}

/** Waits until the history contains the given number of the account's requests. */
export const waitForRequests = (history: RequestHistory["Service"], requests: number, accountId: string) =>
  Effect.gen(function*() {
    while ((yield* history.storedRange(accountId)).requests < requests) yield* Effect.sleep(2)
  })

/** Returns all requests that a filter finds, page by page. */
export const searchAllPages = (
  history: RequestHistory["Service"],
  accountId: string,
  filter: RequestFilter = {},
  limit = 7
) =>
  Effect.gen(function*() {
    const found: Array<RequestRecord> = []
    let before: string | undefined
    for (let page = 0; page < 400; page++) {
      const { items, next } = yield* history.search({
        accountId,
        limit,
        ...filter,
        ...before === undefined ? {} : { before }
      })
      expect(items.length).toBeLessThanOrEqual(limit)
      found.push(...items)
      if (next === null) return found
      expect(before === undefined || next < before).toBe(true)
      before = next
    }
    throw new Error("a search that does not end")
  })

export const withoutDetails = (request: NewRequest): RequestRecord => {
  const { details, ...record } = request
  return details === undefined ? request : record
}
