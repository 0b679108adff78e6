import { describe, expect, it } from "vitest"
import { readMillisMax } from "../../../../adapters/documents/pool/DocumentReaderPool.ts"
import { isJudged } from "../../../../adapters/documents/pool/Messages.ts"
import { scanBytes } from "../../../../adapters/documents/pool/ScanJob.ts"
import { isFullRun, rounds } from "../../../support/TestRun.ts"

/** A hostile document: what it does, and how it is made. */
export type Bomb = readonly [title: string, make: () => Uint8Array]

/** CPU time that a hostile document takes at most on a usual machine; `test/bench/bombs.ts` holds every bomb to it. */
const cpuMillisMax = 1_000
/** For a slow or busy machine, and code that is not compiled yet. A cost that grows with the square exceeds it by far. */
const marginFactor = 4

/**
 * Scans hostile documents and bounds the CPU time of each. The long run scans all of them; `npm test` those that are named: of each
 * kind of cost the one that is dearest without its limit.
 */
export const expectBombs = (family: string, all: ReadonlyArray<Bomb>, named: ReadonlySet<string>): void => {
  const inShort = all.filter(([title]) => named.has(title))
  const count = rounds(`hostile documents: ${family}`, inShort.length, all.length)
  it(`${family}: knows the named ones`, () => {
    expect(inShort).toHaveLength(named.size)
    expect(count).toBe(isFullRun ? all.length : named.size)
  })
  describe(`${family}: within a second of the processor`, () => {
    it.each([...isFullRun ? all : inShort])("%s", (_, make) => {
      const bytes = make()
      const start = process.cpuUsage()
      const answer = scanBytes(bytes, performance.now() + 10 * readMillisMax)
      const { system, user } = process.cpuUsage(start)
      expect((system + user) / 1_000).toBeLessThan(marginFactor * cpuMillisMax)
      const messages = isJudged(answer) ? answer.findings.map(({ message }) => message) : []
      expect(messages.filter((message) => message.startsWith("It breaks the reader"))).toEqual([])
    })
  })
}
