import { afterEach, describe, expect, it } from "vitest"
import { Random } from "../../scripts/seed/Random.ts"
import { needs, sample } from "../support/TestRun.ts"
import { databaseOutages } from "./DatabaseOutages.ts"
import { runOutageRound } from "./OutageRound.ts"

let remove: (() => Promise<void> | void) | undefined
afterEach(() => remove?.())

/**
 * Checks that every request is answered, with 503 during the outage.
 *
 * Checks that the ledger, the history and the Idempotency-Keys agree with the responses.
 */
const expectSurvival = async (name: keyof typeof databaseOutages) => {
  const stage = await databaseOutages[name]()
  remove = stage.remove
  const { faults } = await runOutageRound({
    databaseUrl: stage.databaseUrl,
    outage: stage.outage,
    // Long enough that statements time out (after 1.5 s) while PostgreSQL is stopped.
    outageMillis: 2_500,
    calmMillis: 300,
    clients: 4,
    random: random()
  })
  expect(faults).toEqual([])
}

const random = () => {
  const source = new Random(Number(process.env["GATEHOUSE_TEST_SEED"]))
  return () => source.next()
}

describe("an outage of PostgreSQL under load", { tags: [needs.postgres] }, () => {
  const names = [
    "postgres stopped",
    "postgres restarted",
    "postgres killed",
    "postgres connections exhausted",
    "postgres read-only"
  ] as const
  it.each(sample("outages of PostgreSQL under load", names, 1))("%s", expectSurvival)
})

describe("an outage of SQLite under load", () => {
  it("sqlite locked", { tags: [needs.full] }, () => expectSurvival("sqlite locked"))
  it("sqlite corrupt", { tags: [needs.full] }, () => expectSurvival("sqlite corrupt"))
  it("sqlite disk full", { tags: [needs.smallDisk] }, () => expectSurvival("sqlite disk full"))
})
