/**
 * Compares the latency of an honest key's requests during an attack with their latency without it.
 *
 * The attackers are other keys that send bombs, URLs of a host that hangs, or long leads. One server with real threads
 * runs in the same process as the clients. The two parts alternate, so that a busy machine slows both.
 *
 *   node test/bench/fairness.ts [seconds of each part] [rounds]
 *
 * Limits of the p95 during an attack: with bombs 3 times the p95 without an attack, with a hanging host 1 s, and with
 * long leads 250 ms.
 */
import { Layer } from "effect"
import * as DocumentReaderPool from "../../adapters/documents/pool/DocumentReaderPool.ts"
import * as DownloadNode from "../../adapters/download/DownloadNode.ts"
import { makeOoxml, wordDocument } from "../adapters/documents/ooxml/MakeOoxml.ts"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { FakeInternet, ok } from "../adapters/download/FakeInternet.ts"
import { type ServerAccount, startServerInProcess } from "../support/InProcessServer.ts"
import { postTo } from "../support/Server.ts"

const seconds = Number(process.argv[2] ?? 5)
const rounds = Number(process.argv[3] ?? 3)
const ratioMax = 3
const hangingMillisMax = 1_000
const leadMillisMax = 250

const internet = new FakeInternet()
const honestDocument = makePdf({ 1: "<</Type/Catalog>>" }, "none")
await internet.serve("1.1.1.1", 80, () => {})
await internet.serve("1.1.1.2", 80, ok(honestDocument))
const server = await startServerInProcess({
  ports: Layer.mergeAll(DocumentReaderPool.layer(), DownloadNode.layerWithNetwork(internet.world))
})
const account = await server.createAccount({ credits: 1_000_000_000 })

/** PDF whose script has 300 spaces after `void`, a worst case for expressions that backtrack. */
const blankPdf = makePdf({
  1: `<</Type/Catalog/OpenAction<</S/URI/URI(javascript:void${" ".repeat(300)}x)>>>>`
}, "none")
const zeros = new Uint8Array(20_000_000)
const zeroDocx = makeOoxml({ mainContent: wordDocument(""), parts: { "word/a.xml": zeros, "word/b.xml": zeros } })
const longMessage = "Could you send us an offer for twelve chairs, with the time of delivery? ".repeat(280).slice(
  0,
  20_000
)

type Request = (key: string) => Promise<{ readonly status: number }>

const scan = (part: "file" | "url", value: Uint8Array | string): Request => (key) => {
  const form = new FormData()
  if (typeof value === "string") form.append(part, value)
  else form.append(part, new Blob([value as BlobPart]), "document")
  return postTo(`${server.baseUrl}/scan`, form, { "API-KEY": key })
}
const analyze = (message: string): Request => (key) =>
  postTo(`${server.baseUrl}/lead/analyze`, { message }, { "API-KEY": key })

interface Attack {
  readonly name: string
  readonly keys: number
  /** Concurrent requests of each key. */
  readonly atOnce: number
  readonly request: Request
  readonly honest: Request
  readonly isFair: (alone: number, underAttack: number) => boolean
}

const withinRatio: Attack["isFair"] = (alone, underAttack) => underAttack <= ratioMax * alone

const attacks: ReadonlyArray<Attack> = [
  {
    name: "8 × 570-byte PDF, one key",
    keys: 1,
    atOnce: 8,
    request: scan("file", blankPdf),
    honest: scan("file", honestDocument),
    isFair: withinRatio
  },
  {
    name: "8 × 40 MB of zeros in a docx, one key",
    keys: 1,
    atOnce: 8,
    request: scan("file", zeroDocx),
    honest: scan("file", honestDocument),
    isFair: withinRatio
  },
  {
    name: "24 × lead of 20,000 characters, one key",
    keys: 1,
    atOnce: 24,
    request: analyze(longMessage),
    honest: analyze("Hello, what does a subscription for ten people cost?"),
    // An honest lead may wait for the long lead in progress and for one more long lead.
    isFair: (_, underAttack) => underAttack < leadMillisMax
  },
  {
    name: "3 × 6 URLs of a hanging host, three keys",
    keys: 3,
    atOnce: 6,
    request: scan("url", "http://1.1.1.1/hanging.pdf"),
    honest: scan("url", "http://1.1.1.2/honest.pdf"),
    isFair: (_, underAttack) => underAttack < hangingMillisMax
  }
]

/** Sends requests one after another. Returns the milliseconds of each. */
const honestTimes = async (key: string, request: Request): Promise<ReadonlyArray<number>> => {
  const times: Array<number> = []
  for (const end = performance.now() + seconds * 1_000; performance.now() < end || times.length === 0;) {
    const since = performance.now()
    const { status } = await request(key)
    if (status !== 200) throw new Error(`an honest request returned ${status}`)
    times.push(performance.now() - since)
  }
  return times
}

const quantile = (times: ReadonlyArray<number>, share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!

const keyOf = async (account: ServerAccount): Promise<string> => (await account.createKey()).key

let unfair = 0
for (const { atOnce, honest, isFair, keys, name, request } of attacks) {
  const honestKey = await keyOf(account)
  const attackers = await Promise.all(Array.from({ length: keys }, () => keyOf(account)))
  const [alone, underAttack]: [Array<number>, Array<number>] = [[], []]
  const statuses: Record<number, number> = {}
  await honestTimes(honestKey, honest)
  for (let round = 0; round < rounds; round++) {
    alone.push(...await honestTimes(honestKey, honest))
    let isOver = false
    const clients = attackers.flatMap((key) =>
      Array.from({ length: atOnce }, async () => {
        while (!isOver) {
          const { status } = await request(key)
          statuses[status] = (statuses[status] ?? 0) + 1
        }
      })
    )
    underAttack.push(...await honestTimes(honestKey, honest))
    isOver = true
    await Promise.all(clients)
  }
  const [p95Alone, p95UnderAttack] = [quantile(alone, 0.95), quantile(underAttack, 0.95)]
  const fair = isFair(p95Alone, p95UnderAttack)
  if (!fair) unfair++
  const figures = (times: ReadonlyArray<number>) =>
    `p50 ${quantile(times, 0.5).toFixed(1)} p95 ${quantile(times, 0.95).toFixed(1)} ms (${times.length})`
  console.log(`${fair ? "fair  " : "UNFAIR"} ${name}
       alone: ${figures(alone)}; under attack: ${figures(underAttack)}; ratio of p95: ${
    (p95UnderAttack / p95Alone).toFixed(2)
  }; responses to attackers: ${JSON.stringify(statuses)}`)
}
await server.stop()
await internet.close()
process.exit(unfair === 0 ? 0 : 1)
