import { expect, it } from "vitest"
import { Ledger } from "../../core/credits/Ledger.ts"
import { type InProcessServer, startServerInProcess } from "../support/InProcessServer.ts"
import { rounds } from "../support/TestRun.ts"
import { auditRound } from "./AuditRound.ts"
import { contend, contendedCredits, contention } from "./Contention.ts"
import {
  findOnlyInstance,
  grantedCredits,
  hasNothingInFlight,
  loadUntilKilled,
  readLastVersion,
  retryAll
} from "./CrashRounds.ts"
import { createScratchDatabase, createSeededRandom, describeOnEngines } from "./Engines.ts"
import type { SentRequest } from "./SentRequest.ts"
import {
  type DatabaseInspector,
  inspectDatabase,
  killServer,
  runCliJson,
  type RunningServer,
  startServerProcess,
  waitUntil
} from "./ServerProcess.ts"

const roundsCount = rounds("two processes on one database, one of them killed: rounds on each database", 1, 4)

/** One server is a separate process, and the other runs in this process. */
describeOnEngines("two processes on one database", (engine) => {
  it("share a balance that is too small; one refunds the open charges of the other after it was killed", async () => {
    const database = await createScratchDatabase(engine)
    const victims: Array<RunningServer> = []
    const inspector = inspectDatabase(database.url)
    const random = createSeededRandom(`two processes ${engine}`)
    const startVictim = async () => {
      const victim = await startServerProcess(database.url)
      victims.push(victim)
      return victim
    }
    const survivor = await startServerInProcess({ env: { DATABASE_URL: database.url } })
    try {
      const before = survivor.credits - contendedCredits
      await runCliJson(database.url, ["credits", "adjust", `--amount=${-before}`])
      let victim = await startVictim()
      await contend([survivor.port, victim.port], survivor.key, "ann")
      expect(await survivor.balance()).toMatchObject({ available: contention.rest, held: 0 })

      await runCliJson(database.url, ["credits", "grant", "--amount", String(grantedCredits)])
      let afterVersion = await readLastVersion(inspector)
      for (let round = 0; round < roundsCount; round++) {
        if (round > 0) victim = await startVictim()
        const sent: Array<SentRequest> = []
        for (let tries = 0; sent.every(({ reply }) => reply !== null); tries++) {
          if (tries > 0) victim = await startVictim()
          sent.push(...await loadUntilKilled(victim, survivor.key, random))
        }
        const [retries] = await Promise.all([
          retryAll(survivor.port, survivor.key, sent),
          sweepUntilAlone(survivor, inspector)
        ])
        await waitUntil("every response is confirmed", () => hasNothingInFlight(inspector, process.pid))
        const facts = {
          inspector,
          sent,
          retries,
          afterVersion,
          kills: 1,
          sweepMillis: 0,
          grantedCredits: grantedCredits + contendedCredits
        }
        const { report, version } = await auditRound(facts)
        expect(report.lost).toBeGreaterThan(0)
        afterVersion = version
      }
      expect(await runCliJson(database.url, ["credits", "verify"])).toMatchObject({ ok: true })
    } finally {
      await survivor.stop()
      await Promise.all(victims.map(killServer))
      await inspector.close()
      await database.remove()
    }
  })
})

/**
 * Sweeps until the dead instance is gone.
 *
 * On SQLite, one sweep is enough. PostgreSQL may still finish the last transaction of a dead process, which the next
 * sweep then refunds. `test/core/maintenance/RunMaintenance.test.ts` tests how often a server sweeps.
 */
const sweepUntilAlone = (survivor: InProcessServer, inspector: DatabaseInspector) =>
  waitUntil("only the running instance is left", async () => {
    await survivor.run(Ledger.use((ledger) => ledger.refundOrphans))
    return await findOnlyInstance(inspector, process.pid) !== undefined
  })
