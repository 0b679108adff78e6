import { expect, it } from "vitest"
import { Ledger } from "../../core/credits/Ledger.ts"
import { type InProcessServer, startInProcess } from "../support/InProcess.ts"
import { rounds } from "../support/TestRun.ts"
import { auditRound } from "./Audit.ts"
import { contend, contendedCredits, contention } from "./Contention.ts"
import { onEngines, randomOf, scratch } from "./Engines.ts"
import { granted, lastVersion, loadUntilKilled, nothingInFlight, onlyInstance, retryAll } from "./Rounds.ts"
import type { Sent } from "./Sent.ts"
import { type Eyes, gatehouse, kill, look, type RunningServer, start, until } from "./support.ts"

const roundsCount = rounds("two processes on one database, one of them killed: rounds on each database", 1, 4)

/** One server is a separate process, the other is this process. */
onEngines("two processes on one database", (engine) => {
  it("share a balance that is too small, and one refunds what the other left open when killed", async () => {
    const database = await scratch(engine)
    const victims: Array<RunningServer> = []
    const eyes = look(database.url)
    const random = randomOf(`two processes ${engine}`)
    const startVictim = async () => {
      const victim = await start(database.url)
      victims.push(victim)
      return victim
    }
    const survivor = await startInProcess({ env: { DATABASE_URL: database.url } })
    try {
      const before = survivor.credits - contendedCredits
      await gatehouse(database.url, ["credits", "adjust", `--amount=${-before}`])
      let victim = await startVictim()
      await contend([survivor.port, victim.port], survivor.key, "ann")
      expect(await survivor.balance()).toMatchObject({ available: contention.rest, held: 0 })

      await gatehouse(database.url, ["credits", "grant", "--amount", String(granted)])
      let after = await lastVersion(eyes)
      for (let round = 0; round < roundsCount; round++) {
        if (round > 0) victim = await startVictim()
        const sent: Array<Sent> = []
        for (let tries = 0; sent.every(({ reply }) => reply !== null); tries++) {
          if (tries > 0) victim = await startVictim()
          sent.push(...await loadUntilKilled(victim, survivor.key, random))
        }
        const [retries] = await Promise.all([retryAll(survivor.port, survivor.key, sent), sweptBy(survivor, eyes)])
        await until("every answer is confirmed", () => nothingInFlight(eyes, process.pid))
        const facts = { eyes, sent, retries, after, kills: 1, sweepMillis: 0, granted: granted + contendedCredits }
        const { report, version } = await auditRound(facts)
        expect(report.lost).toBeGreaterThan(0)
        after = version
      }
      expect(await gatehouse(database.url, ["credits", "verify"])).toMatchObject({ ok: true })
    } finally {
      await survivor.stop()
      await Promise.all(victims.map(kill))
      await eyes.close()
      await database.remove()
    }
  })
})

/**
 * Sweeps until the dead instance is gone. One sweep is enough on SQLite; PostgreSQL may still finish the last transaction of a dead
 * process, which the next sweep then refunds. `test/server/Maintenance.test.ts` tests how often a server sweeps.
 */
const sweptBy = (survivor: InProcessServer, eyes: Eyes) =>
  until("only the living instance is left", async () => {
    await survivor.run(Ledger.use((ledger) => ledger.refundOrphans))
    return await onlyInstance(eyes, process.pid) !== undefined
  })
