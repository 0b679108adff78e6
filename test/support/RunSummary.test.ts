import { describe, expect, it } from "vitest"
import { type RunSummary, summaryLines } from "./RunSummary.ts"

const calm: RunSummary = { isFull: false, seed: "7", files: [], skipped: [], omitted: [], failed: [] }

const textOf = (changes: Partial<RunSummary>): string => summaryLines({ ...calm, ...changes }).join("\n")

describe("the summary of a test run", () => {
  it("shows the seed", () => {
    expect(textOf({})).toBe("\nProperty seed: 7. To use another seed, set GATEHOUSE_TEST_SEED.")
  })

  it("lists the ten slowest files of a run with more than ten", () => {
    const files = Array.from(
      { length: 12 },
      (_, at) => ({ file: `test/${at}.test.ts`, seconds: at, cpuSeconds: at / 2 })
    )
    expect(textOf({ files: files.slice(2) })).not.toContain("Slowest")
    const lines = textOf({ files }).split("\n")
    expect(lines[2]).toBe("    11.0 s    5.5 s  test/11.test.ts")
    expect(lines.filter((line) => line.endsWith(".test.ts"))).toHaveLength(10)
    expect(textOf({ files: files.map((one) => ({ ...one, cpuSeconds: undefined })) })).toContain("11.0 s      ? s")
  })

  it("lists skipped tests in one line for each missing requirement", () => {
    const skipped = [{ tag: "chromium", tests: 80, files: 1 }, { tag: "redis", tests: 1, files: 1 }]
    const lines = textOf({ skipped }).split("\n").filter((line) => line.startsWith("Skipped: "))
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/^Skipped: 80 tests in 1 file\. Chromium was not found\. Install/)
    expect(lines[1]).toMatch(/^Skipped: 1 test in 1 file\. Redis/)
  })

  it("lists by name what only the long run covers, and adds up equal names", () => {
    const skipped = [{ tag: "full", tests: 3, files: 2 }]
    const omitted = [{ name: "rounds", count: 4, total: 5 }, { name: "a table", count: 2, total: 9 }, {
      name: "rounds",
      count: 1,
      total: 2
    }]
    const text = textOf({ skipped, omitted })
    expect(text).toContain("  3 whole tests in 2 files\n  2 of 9: a table\n  5 of 7: rounds\n")
    expect(text).not.toContain("Skipped")
    expect(textOf({ skipped, omitted, isFull: true })).not.toContain("long run")
  })

  it("shows how to repeat a failure, quoted for a shell and for a regular expression", () => {
    const failed = [{ file: "test/a.test.ts", name: "a (b) > it's [1]" }, { file: "test/c.test.ts", name: "" }]
    const text = textOf({ failed })
    expect(text).toContain(String.raw`GATEHOUSE_TEST_SEED=7 npm test -- test/a.test.ts -t 'a \(b\) > it'\''s \[1\]'`)
    expect(text).toContain("GATEHOUSE_TEST_SEED=7 npm test -- test/c.test.ts\n")
    expect(textOf({ failed, isFull: true })).toContain("npm run test:full -- test/a.test.ts")
  })
})
