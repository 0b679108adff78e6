import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { repositoryFiles } from "../../../scripts/faults/Copy.ts"
import { type FaultKind, faultKinds } from "../../../scripts/faults/Fault.ts"
import { findFaults } from "../../../scripts/faults/FindFaults.ts"
import type { Search } from "../../../scripts/faults/Result.ts"
import { runSearch } from "../../../scripts/faults/RunSearch.ts"
import { keepCaughtResults, newSearch, withoutChangedSources } from "../../../scripts/faults/SearchFolder.ts"
import { root } from "../../house/Tree.ts"
import { needs } from "../../support/TestRun.ts"

const product = `export const sum = (values: ReadonlyArray<number>): number => {
  let total = 0
  for (let at = 0; at < values.length; at++) total += values[at]!
  return total
}
const most = 3
export const clip = (value: number) => Math.min(value, most)
export const isLarge = (value: number) => value > 10
export const unused = () => "unused"
`
const tests = `import { expect, it } from "vitest"
import { clip, isLarge, sum } from "../../core/Sum.ts"
it("sums", () => expect(sum([1, 2])).toBe(3))
it("clips", () => expect(clip(5)).toBe(3))
it("is large", () => expect([isLarge(5), isLarge(20)]).toEqual([false, true]))
`
const config = `export default { test: { include: ["test/**/*.test.ts"], pool: "forks", isolate: false } }\n`

const written: Readonly<Record<string, string>> = {
  "core/Sum.ts": product,
  "test/core/Sum.test.ts": tests,
  "test/core/Broken.test.ts":
    "import { it } from \"vitest\"\nimport \"../../core/Sum.ts\"\nit(\"fails\", () => { throw new Error(\"always\") })\n",
  "vitest.config.ts": config,
  ".gitignore": "node_modules\n"
}

const kinds = Object.keys(faultKinds) as ReadonlyArray<FaultKind>
const source = { file: "core/Sum.ts", text: product }

/** Expected result of each fault, by the faulty code. */
const expected: Readonly<Record<string, string>> = {
  "total -= values[at]!": "caught",
  "at--": "timed out",
  "const most = 4": "caught",
  "value >= 10": "survived",
  "unused = () => \"\"": "not run"
}

describe("a fault search", { tags: [needs.full] }, () => {
  let folder: string
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "gatehouse-fault-search-"))
    for (const [file, text] of Object.entries(written)) {
      mkdirSync(dirname(join(folder, file)), { recursive: true })
      writeFileSync(join(folder, file), text)
    }
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
    execFileSync("git", ["init", "-q"], { cwd: folder })
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const faults = findFaults(source, { kinds, includesWording: false }).filter(({ after, end, start }) => {
    const changed = product.slice(0, start) + after + product.slice(end)
    return Object.keys(expected).some((text) => changed.includes(text) && !product.includes(text))
  })

  const statusesOf = ({ results }: Search) =>
    Object.fromEntries(results.map(({ fault: { after, end, start }, status }) => {
      const changed = product.slice(0, start) + after + product.slice(end)
      return [Object.keys(expected).find((text) => changed.includes(text) && !product.includes(text)), status]
    }))

  const run = async (search: Search) => {
    const states: Array<Search> = []
    const end = await runSearch(search, {
      root: folder,
      files: repositoryFiles(folder),
      textOf: (file) => readFileSync(join(folder, file), "utf8"),
      workers: 1,
      testsMax: 40,
      spareCpuSeconds: 4,
      logFolder: join(folder, "coverage"),
      onChange: (state) => states.push(state)
    })
    return { end, states }
  }

  it("finds the undetected faults, and resumes after an interruption", async () => {
    const before = readdirSync(tmpdir()).filter((name) => name.startsWith("gatehouse-faults-"))
    const { end, states } = await run(newSearch(faults, [source], { command: "", mode: "test" }))
    expect(statusesOf(end)).toEqual(expected)
    expect(end.baseline!.failing).toEqual(["test/core/Broken.test.ts"])
    expect(states.map(({ results }) => results.length)).toEqual([0, 1, 2, 3, 4, 5])
    expect(end.results.find(({ fault }) => fault.after === "-=")?.failure).toMatchObject({
      file: "test/core/Sum.test.ts",
      test: "sums"
    })
    expect(readFileSync(join(folder, "core/Sum.ts"), "utf8")).toBe(product)
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith("gatehouse-faults-"))).toEqual(before)

    const stopped = withoutChangedSources(states[3]!, () => product)
    const { end: continued, states: continuedStates } = await run(stopped)
    expect(continuedStates.map(({ results }) => results.length)).toEqual([3, 4, 5])
    expect(statusesOf(continued)).toEqual(expected)

    const again = keepCaughtResults(end, "test")
    expect(statusesOf(again)).toEqual(
      Object.fromEntries(Object.entries(expected).filter(([, status]) => /caught|out/.test(status)))
    )
    const { end: retried, states: tries } = await run(again)
    expect(tries.map(({ results }) => results.length)).toEqual([3, 4, 5])
    expect(statusesOf(retried)).toEqual(expected)

    expect(withoutChangedSources(end, () => `${product}\n`)).toMatchObject({ faults: [], results: [] })
  })
})
