import { Effect } from "effect"
import { expect, it } from "vitest"
import { Ledger } from "../../core/credits/Ledger.ts"
import { startServerInProcess } from "../support/InProcessServer.ts"
import { rounds } from "../support/TestRun.ts"
import { contend, contendedCredits, contention } from "./Contention.ts"
import { createScratchDatabase, describeOnEngines } from "./Engines.ts"

const roundsCount = rounds("bulk checks on a balance that is too small: rounds on each database", 1, 10)

/** `TwoProcesses.test.ts` tests two processes on one database. */
describeOnEngines("bulk checks on a balance that is too small", (engine) => {
  it("are each answered completely or refused", async () => {
    const database = await createScratchDatabase(engine)
    const server = await startServerInProcess({ env: { DATABASE_URL: database.url } })
    try {
      for (let round = 0; round < roundsCount; round++) {
        const { accountId, balance, key } = await server.createAccount({ credits: contendedCredits })
        await contend([server.port], key, `ann.${round}`)
        expect(await balance()).toMatchObject({ available: contention.rest, held: 0 })
        const settled = await server.run(
          Ledger.use((ledger) => ledger.statement(accountId, { kind: "settle", limit: 100 }))
        )
        expect(settled.map(({ amount }) => amount)).toEqual(Array(contention.affordable).fill(contention.addresses))
      }
      expect(await server.run(Ledger.use((ledger) => Effect.map(ledger.verify, ({ faults }) => faults)))).toEqual([])
    } finally {
      await server.stop()
      await database.remove()
    }
  })
})
