import { expect, it } from "vitest"
import { WorkerPool } from "../../../../adapters/documents/pool/WorkerPool.ts"
import { makePdf } from "../pdf/MakePdf.ts"

const small = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")
/** References take far more memory than the bytes that they are written in. */
const large = makePdf({ 1: `[${"1 0 R ".repeat(1_900_000)}]` }, "none")

const limits = {
  workers: 1,
  startMillisMax: 30_000,
  readMillisMax: 30_000,
  jobMillisMax: 30_000,
  heapMegabytesMax: 48,
  queuedDocumentsMax: 4,
  queuedBytesMax: 1_000_000_000
}

const answersOf = async (pool: WorkerPool, documents: ReadonlyArray<Uint8Array>) => {
  const answers = await Promise.all(documents.map((bytes) => new Promise((resolve) => pool.submit(bytes, resolve))))
  await pool.close()
  return answers
}

const found = (code: string, message: RegExp) => ({
  findings: [{ code, message: expect.stringMatching(message) }],
  sha256: expect.stringMatching(/^[0-9a-f]{64}$/)
})

it("answers a document that takes more memory than a thread may, and those behind it", async () => {
  expect(await answersOf(new WorkerPool(limits), [large, small, large, small])).toMatchObject([
    found("RESOURCE_BOMB", /more memory/),
    found("LAUNCH_ACTION", /cmd/),
    found("RESOURCE_BOMB", /more memory/),
    found("LAUNCH_ACTION", /cmd/)
  ])
}, 60_000)

it("reads the same document where there is memory for it", async () => {
  const [answer] = await answersOf(new WorkerPool({ ...limits, heapMegabytesMax: 256 }), [large])
  expect(JSON.stringify(answer)).not.toMatch(/RESOURCE_BOMB/)
}, 60_000)

it("has room for so many bytes that wait", async () => {
  const pool = new WorkerPool({ ...limits, queuedBytesMax: 2 * small.length })
  const tickets = Array.from({ length: 4 }, () => pool.submit(small, () => {}))
  expect(tickets.map((ticket) => ticket === null)).toEqual([false, false, false, true])
  pool.withdraw(tickets[1]!)
  expect(pool.submit(small, () => {})).not.toBe(null)
  await pool.close()
})

it("does not read what was withdrawn", async () => {
  const pool = new WorkerPool(limits)
  const read: Array<string> = []
  const submit = (name: string) => {
    let ticket: number | null = null
    const done = new Promise<void>((resolve) => {
      ticket = pool.submit(small, () => {
        read.push(name)
        resolve()
      })
    })
    return { done, ticket: ticket! }
  }
  const [first, second, third] = [submit("first"), submit("second"), submit("third")]
  pool.withdraw(second.ticket)
  await Promise.all([first.done, third.done])
  await pool.close()
  expect(read).toEqual(["first", "third"])
}, 30_000)
