import { expect, it } from "vitest"
import { startProgram } from "../server/RunningProgram.ts"
import { isFullRun, rounds } from "../support/TestRun.ts"
import { type RestartedServer, runCrashRounds } from "./CrashRounds.ts"
import { createScratchDatabase, createSeededRandom, describeOnEngines } from "./Engines.ts"
import { clientsCount } from "./SentRequest.ts"
import { type DatabaseInspector, type Engine, waitUntil } from "./ServerProcess.ts"

/** `test/bench/crash.ts` runs the same rounds hundreds of times. */
const roundsCount = rounds("kill -9 under load: rounds on each database", 1, 6)

describeOnEngines("kill -9 under load", (engine) => {
  it("charges every client for exactly the responses that it received", async () => {
    const database = await createScratchDatabase(engine)
    try {
      const reports = await runCrashRounds({
        databaseUrl: database.url,
        rounds: roundsCount,
        random: createSeededRandom(`kill ${engine}`),
        killsStarts: isFullRun,
        restart: (inspector) => restartInProcess(engine, database.url, inspector)
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

/** Starts the next server in this process. It only has to differ from the killed server. */
const restartInProcess = async (
  engine: Engine,
  databaseUrl: string,
  inspector: DatabaseInspector
): Promise<RestartedServer> => {
  if (engine === "postgres") {
    // Waits, because PostgreSQL may finish transactions of a dead process after its end.
    // Only the second sweep, 5 s later, would refund these transactions.
    await waitUntil("PostgreSQL has ended the connections of the dead process", async () => {
      const connections = await inspector.rows(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'gatehouse'"
      )
      return connections.length === 0
    })
  }
  const { output, port, stop } = await startProgram({
    env: { DATABASE_URL: databaseUrl, GATEHOUSE_STARTING_CREDITS: "0" }
  })
  return { port, pid: process.pid, output, end: stop }
}
