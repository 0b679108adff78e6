/**
 * Runs database outages under load.
 *
 * Reports the responses to all requests, the delay until `/readyz` reports the outage, and an audit of the ledger and
 * the history.
 *
 *   node test/bench/outages.ts [seconds of outage] [part of a name, or "" for all] [rounds] [kill]
 *
 * With `kill`, every second round also kills the server while the database is down.
 */
import { databaseOutages } from "../crash/DatabaseOutages.ts"
import { runOutageRound } from "../crash/OutageRound.ts"

const seconds = Number(process.argv[2] ?? 120)
const names = Object.keys(databaseOutages) as Array<keyof typeof databaseOutages>
const rounds = Number(process.argv[4] ?? 1)
const calmMillis = rounds > 1 ? 500 : 3_000
const chosen = process.argv[3] === undefined ? names : names.filter((name) => name.includes(process.argv[3]!))

let faultsFound = 0
let round = 0
for (const name of chosen.flatMap((name) => Array.from({ length: rounds }, () => name))) {
  const { databaseUrl, outage, remove } = await databaseOutages[name]()
  try {
    const { faults, late, ...figures } = await runOutageRound({
      databaseUrl,
      outage,
      outageMillis: seconds * 1_000,
      calmMillis,
      killsServer: process.argv[5] === "kill" && round++ % 2 === 1,
      clients: 24,
      random: Math.random
    })
    const lines = Object.entries(figures).map(([figure, value]) => `${figure} ${Math.round(value)}`)
    console.log(`${name.padEnd(32)} ${lines.join(", ")}`)
    for (const fault of [...late, ...faults].slice(0, 20)) console.log(`  FAULT ${fault}`)
    faultsFound += faults.length + late.length
  } finally {
    await remove()
  }
}
console.log(`${chosen.length * rounds} outages of ${seconds} s each: ${faultsFound} faults`)
process.exitCode = faultsFound === 0 ? 0 : 1
