/**
 * Runs rounds of load, `kill -9`, restart and audit. Uses a new database after every ten rounds.
 *
 *   node test/bench/crash.ts [rounds] [sqlite|postgres]
 *
 * For PostgreSQL, set GATEHOUSE_TEST_POSTGRES_URL to a server on which databases can be created.
 */
import type { RoundReport } from "../crash/AuditRound.ts"
import { runCrashRounds } from "../crash/CrashRounds.ts"
import { createDatabaseOn, type Engine } from "../crash/ServerProcess.ts"

const rounds = Number(process.argv[2] ?? 100)
const engine = (process.argv[3] ?? "sqlite") as Engine
const roundsPerDatabase = 10

const all: Array<RoundReport> = []
const faults: Array<string> = []
const startedAt = Date.now()
let tried = 0
while (tried < rounds) {
  const database = await createDatabaseOn(engine, process.env["GATEHOUSE_TEST_POSTGRES_URL"] ?? null)
  const part = Math.min(roundsPerDatabase, rounds - tried)
  tried += part
  try {
    await runCrashRounds({
      databaseUrl: database.url,
      rounds: part,
      random: Math.random,
      killsStarts: true,
      report: (round) => {
        all.push(round)
        const { answered, answeredAndRefunded, refunded, replays, retriesExecuted, sweepMillis } = round
        console.log(
          `${
            String(all.length).padStart(4)
          }  ${answered} answered, ${refunded} refunded, ${answeredAndRefunded} both, ` +
            `retries: ${replays} replayed, ${retriesExecuted} executed again; swept after ${sweepMillis.toFixed(0)} ms`
        )
      }
    })
    await database.remove()
  } catch (cause) {
    faults.push((cause as Error).message)
    console.log(`FAULT on ${database.url} (not removed): ${(cause as Error).message}`)
  }
}

const sum = (of: (round: RoundReport) => number): number => all.reduce((total, round) => total + of(round), 0)
const most = (of: (round: RoundReport) => number): number => all.reduce((max, round) => Math.max(max, of(round)), 0)
console.log(`
${engine}: ${all.length} rounds audited, ${sum(({ kills }) => kills)} kills, ${faults.length} faults, ${
  ((Date.now() - startedAt) / 1_000).toFixed(0)
} s
requests answered            ${sum(({ answered }) => answered)}
requests without response    ${sum(({ lost }) => lost)}
of these, refunded           ${sum(({ refunded }) => refunded)}
answered but refunded        ${sum((round) => round.answeredAndRefunded)}, at most ${
  most((round) => round.answeredAndRefunded)
} in a round
retries with a key           ${sum(({ replays }) => replays)} replayed, ${
  sum(({ retriesExecuted }) => retriesExecuted)
} executed again
longest wait for the sweep   ${most(({ sweepMillis }) => sweepMillis).toFixed(0)} ms`)
process.exitCode = faults.length === 0 ? 0 : 1
