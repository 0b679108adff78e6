import { describe, expect, it } from "vitest"
import { orphanSweepSeconds } from "../../apps/server/Maintenance.ts"
import { auditRound } from "./Audit.ts"
import { engines, scratch } from "./Engines.ts"
import { granted, lastVersion, loadUntilKilled, nothingInFlight, retryAll, swept } from "./Rounds.ts"
import { gatehouse, kill, look, type RunningServer, start, unlimitedKey, until } from "./support.ts"

const rounds = 2

describe.each(engines)("two processes on one database, one of them killed, on %s", (engine) => {
  it("the other refunds what was open within its sweep, and answers the retries", { timeout: 120_000 }, async () => {
    const database = await scratch(engine)
    const servers: Array<RunningServer> = []
    const eyes = look(database.url)
    try {
      const survivor = await start(database.url)
      servers.push(survivor)
      await gatehouse(database.url, ["credits", "grant", "--amount", String(granted)])
      const apiKey = await unlimitedKey(database.url)
      let after = await lastVersion(eyes)
      for (let round = 0; round < rounds; round++) {
        const victim = await start(database.url)
        servers.push(victim)
        const sent = await loadUntilKilled(victim, apiKey, Math.random)
        const [retries, sweepMillis] = await Promise.all([retryAll(survivor.port, apiKey, sent), swept(eyes, survivor)])
        await until("every answer is confirmed", 3_000, () => nothingInFlight(eyes, survivor))
        const { report, version } = await auditRound({ eyes, sent, retries, after, kills: 1, sweepMillis, granted })
        after = version
        expect(report.sweepMillis).toBeLessThan(orphanSweepSeconds * 1_000 + 1_500)
      }
      expect(await gatehouse(database.url, ["credits", "verify"])).toMatchObject({ ok: true })
    } finally {
      await Promise.all(servers.map(kill))
      await eyes.close()
      await database.remove()
    }
  })
})
