import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, it } from "vitest"
import { type FaultKind, faultKinds } from "../../../scripts/faults/Fault.ts"
import { findFaults } from "../../../scripts/faults/FindFaults.ts"
import { fileSite, insertProbes } from "../../../scripts/faults/Probes.ts"
import { isParsable } from "../../../scripts/faults/Syntax.ts"
import { readText, sourceFiles } from "../../house/Tree.ts"

const options = { kinds: Object.keys(faultKinds) as ReadonlyArray<FaultKind>, includesWording: true }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "gatehouse-probes-"))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const text = `const limit = 3
export const size = (values: ReadonlyArray<number>, bonus = 1): string => {
  let sum = 0
  for (const value of values.filter((one) => one > 0)) sum += value
  if (sum > limit) {
    sum -= 100
    return "large"
  }
  const { low = "low" } = {} as { low?: string }
  return sum + bonus === 2 ? low : \`other \${sum * 2}\`
}
export const kinds = function*() { yield* ["a", "b"].slice(1) }
export class Counter { count = 0; get next() { return ++this.count } }
`

it("probes report the evaluated places by test file without other effects", async () => {
  const files = { hits: join(folder, "hits"), test: join(folder, "test") }
  const source = { file: "some/Size.ts", text }
  const faults = findFaults(source, options)
  const { sites, text: withProbes } = insertProbes(source, faults, files)
  writeFileSync(files.test, "first.test.ts")
  const file = join(folder, "Size.ts")
  writeFileSync(file, withProbes)
  const { Counter, kinds, size } = await import(/* @vite-ignore */ file)

  expect([size([1, -1]), size([1, 2]), [...kinds()], new Counter().next]).toEqual(["low", "other 6", ["b"], 1])

  const hits = new Set(readFileSync(files.hits, "utf8").trim().split("\n"))
  const isHit = (before: string) => {
    const site = sites[faults.findIndex((fault) => fault.before === before)]
    return site === null ? null : hits.has(`first.test.ts\t${site}`)
  }
  expect([isHit("one > 0"), isHit("sum > limit"), isHit("\"low\""), isHit("++")]).toEqual([false, true, true, true])
  expect([isHit("-="), isHit("\"large\""), isHit("3")]).toEqual([false, false, null])
  expect(hits).toContain(`first.test.ts\t${fileSite("some/Size.ts")}`)
})

it("probes keep every source of the product parsable", () => {
  for (const file of sourceFiles("core/shield").concat(sourceFiles("adapters/storage/sql"))) {
    const source = { file, text: readText(file) }
    const { text } = insertProbes(source, findFaults(source, options), { hits: "hits", test: "test" })
    expect(isParsable({ file, text }), file).toBe(true)
  }
})
