import { describe, expect, it } from "vitest"
import { readMillisMax } from "../../../../adapters/documents/pool/DocumentReaderPool.ts"
import { isJudged } from "../../../../adapters/documents/pool/Messages.ts"
import { scanBytes } from "../../../../adapters/documents/pool/ScanJob.ts"
import { isFullRun, rounds } from "../../../support/TestRun.ts"

/** Title and builder of a hostile document. */
export type Bomb = readonly [title: string, make: () => Uint8Array]

/** CPU time limit for a hostile document on a typical machine. `test/bench/bombs.ts` enforces it for every bomb. */
const cpuMillisMax = 1_000
/**
 * Factor by which this test extends `cpuMillisMax`, for slow or busy machines and uncompiled code. A quadratic cost
 * exceeds even the extended limit by far.
 */
const marginFactor = 4

/**
 * Scans hostile documents and checks the CPU time of each. The long run scans all of them. `npm test` scans only the
 * named documents: for each kind of cost, the document that is most expensive without its limit.
 */
export const expectBombs = (family: string, all: ReadonlyArray<Bomb>, named: ReadonlySet<string>): void => {
  const inShort = all.filter(([title]) => named.has(title))
  const count = rounds(`hostile documents: ${family}`, inShort.length, all.length)
  it(`${family}: includes the named documents`, () => {
    expect(inShort).toHaveLength(named.size)
    expect(count).toBe(isFullRun ? all.length : named.size)
  })
  describe(`${family}: takes less than a second of CPU time`, () => {
    it.each([...isFullRun ? all : inShort])("%s", (_, make) => {
      const bytes = make()
      const start = process.cpuUsage()
      const answer = scanBytes(bytes, performance.now() + 10 * readMillisMax)
      const { system, user } = process.cpuUsage(start)
      expect((system + user) / 1_000).toBeLessThan(marginFactor * cpuMillisMax)
      const messages = isJudged(answer) ? answer.findings.map(({ message }) => message) : []
      expect(messages.filter((message) => message.startsWith("The document made the reader fail"))).toEqual([])
    })
  })
}
