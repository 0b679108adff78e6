import { expect, it } from "vitest"
import { serving } from "../server/Serving.ts"
import { isFullRun, rounds } from "../support/TestRun.ts"
import { onEngines, randomOf, scratch } from "./Engines.ts"
import { crashRounds, type NextServer } from "./Rounds.ts"
import { clientsCount } from "./Sent.ts"
import { type Engine, type Eyes, until } from "./support.ts"

/** `test/bench/crash.ts` runs the same rounds hundreds of times. */
const roundsCount = rounds("kill -9 under load: rounds on each database", 1, 6)

onEngines("kill -9 under load", (engine) => {
  it("charges every client for exactly the responses that it received", async () => {
    const database = await scratch(engine)
    try {
      const reports = await crashRounds({
        databaseUrl: database.url,
        rounds: roundsCount,
        random: randomOf(`kill ${engine}`),
        killsStarts: isFullRun,
        restart: (eyes) => restartHere(engine, database.url, eyes)
      })
      expect(reports).toHaveLength(roundsCount)
      for (const { answered, answeredAndRefunded, lost } of reports) {
        expect(answered).toBeGreaterThan(clientsCount)
        expect(lost).toBeGreaterThan(0)
        expect(answeredAndRefunded).toBeLessThanOrEqual(clientsCount)
      }
    } finally {
      await database.remove()
    }
  })
})

/** Starts the next server in this process; it only has to be a different one from the killed server. */
const restartHere = async (engine: Engine, databaseUrl: string, eyes: Eyes): Promise<NextServer> => {
  if (engine === "postgres") {
    // PostgreSQL may finish the last transactions of a dead process after its end. The second sweep, five seconds later, refunds these.
    await until("PostgreSQL has ended the connections of the dead process", async () => {
      const connections = await eyes.rows(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gatehouse'"
      )
      return connections.length === 0
    })
  }
  const { output, port, stop } = await serving({ env: { DATABASE_URL: databaseUrl, GATEHOUSE_STARTING_CREDITS: "0" } })
  return { port, pid: process.pid, output, end: stop }
}
