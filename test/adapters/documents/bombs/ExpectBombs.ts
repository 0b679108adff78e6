import { describe, expect, it } from "vitest"
import { readMillisMax } from "../../../../adapters/documents/pool/DocumentReaderPool.ts"
import { scanBytes } from "../../../../adapters/documents/pool/ScanJob.ts"
import type { Bomb } from "./Bomb.ts"

/** Time of the processor that any document may take. */
export const cpuMillisMax = 1_000
/** On a machine that is busy with other tests, and where nothing is compiled yet. */
const busyFactor = 3

/** With `GATEHOUSE_TEST_BOMBS=all` every one is scanned, which takes minutes; else those that once were too much. */
const isAll = process.env["GATEHOUSE_TEST_BOMBS"] === "all"

/** Each is answered, in time, and without breaking a reader. */
export const expectBombs = (family: string, all: ReadonlyArray<Bomb>, once: ReadonlySet<string>): void => {
  const bombs = isAll ? all : all.filter(([title]) => once.has(title))
  it(`${family}: knows those that once were too much`, () => {
    expect(all.filter(([title]) => once.has(title))).toHaveLength(once.size)
  })
  describe(`${family}: within a second of the processor`, () => {
    it.each([...bombs])("%s", (_, make) => {
      const bytes = make()
      const start = process.cpuUsage()
      const answer = scanBytes(bytes, performance.now() + busyFactor * readMillisMax)
      const { system, user } = process.cpuUsage(start)
      expect((system + user) / 1_000).toBeLessThan(busyFactor * cpuMillisMax)
      const messages = answer === "unreadable" ? [] : answer.findings.map(({ message }) => message)
      expect(messages.filter((message) => message.startsWith("It breaks the reader"))).toEqual([])
    })
  })
}
