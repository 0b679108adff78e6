import { describe, expect, it } from "vitest"
import { engines, scratch } from "./Engines.ts"
import { crashRounds } from "./Rounds.ts"
import { clientsCount } from "./Sent.ts"

/** `test/bench/crash.ts` runs the same rounds by the hundred. */
const rounds = 2

describe.each(engines)("kill -9 under load, on %s", (engine) => {
  it("takes from every client exactly what it was answered for", { timeout: 120_000 }, async () => {
    const database = await scratch(engine)
    try {
      const reports = await crashRounds({ databaseUrl: database.url, rounds, random: Math.random })
      expect(reports).toHaveLength(rounds)
      for (const { answered, answeredAndRefunded, lost } of reports) {
        expect(answered).toBeGreaterThan(0)
        expect(lost).toBeGreaterThan(0)
        expect(answeredAndRefunded).toBeLessThanOrEqual(clientsCount)
      }
    } finally {
      await database.remove()
    }
  })
})
