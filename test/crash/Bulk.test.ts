import { describe, expect, it } from "vitest"
import { Client } from "./Client.ts"
import { engines, scratch } from "./Engines.ts"
import { type Engine, gatehouse, kill, look, type RunningServer, start, unlimitedKey } from "./support.ts"

const clientsCount = 32
const addresses = 500
const affordable = 10
/** Not enough for one more batch. */
const rest = 250
const rounds = 2

const batch = (name: string) => ({
  emails: Array.from({ length: addresses }, (_, at) => `${name}.${at}@example-company.com`)
})

/** All clients send their batch at once, spread over the servers; each is answered whole or refused. */
const contend = async (servers: ReadonlyArray<RunningServer>, apiKey: string, round: number): Promise<number> => {
  const replies = await Promise.all(Array.from({ length: clientsCount }, async (_, at) => {
    const client = new Client(servers[at % servers.length]!.port)
    const reply = await client.post("/scan/email/bulk", { "API-KEY": apiKey }, batch(`ann.${round}.${at}`))
    client.close()
    return reply!
  }))
  for (const { body, headers, status } of replies) {
    const answer = JSON.parse(body)
    if (status === 200) {
      expect(answer.results).toHaveLength(addresses)
      expect(answer.errors).toEqual([])
      expect(headers.get("x-credits-charged")).toBe(String(addresses))
    } else {
      expect(status).toBe(422)
      expect(answer).toEqual({ ok: false, message: expect.stringContaining("Not enough credits") })
      expect(headers.get("x-credits-charged")).toBe("0")
    }
  }
  return replies.filter(({ status }) => status === 200).length
}

const suite = async (engine: Engine, processes: number): Promise<void> => {
  const database = await scratch(engine)
  const servers: Array<RunningServer> = []
  const eyes = look(database.url)
  try {
    servers.push(await start(database.url))
    while (servers.length < processes) servers.push(await start(database.url))
    const apiKey = await unlimitedKey(database.url)
    for (let round = 0; round < rounds; round++) {
      const granted = affordable * addresses + (round === 0 ? rest : 0)
      await gatehouse(database.url, ["credits", "grant", "--amount", String(granted)])
      expect(await contend(servers, apiKey, round)).toBe(affordable)
      expect(await gatehouse(database.url, ["credits", "balance"])).toMatchObject({ balance: rest, held: 0 })
    }
    expect(await gatehouse(database.url, ["credits", "verify"])).toMatchObject({ ok: true, sum: 0, faults: [] })
    const settled = await eyes.rows("SELECT amount FROM ledger_movements WHERE kind = 'settle'")
    expect(settled.map(({ amount }) => Number(amount))).toEqual(Array(rounds * affordable).fill(addresses))
  } finally {
    await Promise.all(servers.map(kill))
    await eyes.close()
    await database.remove()
  }
}

describe.each(engines)("bulk checks on a balance that is too small, on %s", (engine) => {
  it("are each answered whole or refused, by one process", { timeout: 120_000 }, () => suite(engine, 1))

  it(
    "are each answered whole or refused, by two processes on one database",
    { timeout: 120_000 },
    () => suite(engine, 2)
  )
})
