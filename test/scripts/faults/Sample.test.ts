import { describe, expect, it } from "vitest"
import type { Fault, FaultKind } from "../../../scripts/faults/Fault.ts"
import { folderOf, sampleFaults } from "../../../scripts/faults/Sample.ts"

const faultsIn = (file: string, kind: FaultKind, count: number): ReadonlyArray<Fault> =>
  Array.from({ length: count }, (_, at) => ({
    file,
    kind,
    start: at,
    end: at,
    line: 1,
    column: at + 1,
    before: "",
    after: "x"
  }))

const faults = [
  ...faultsIn("core/credits/LedgerRules.ts", "string", 280),
  ...faultsIn("core/credits/Movement.ts", "comparison", 20),
  ...faultsIn("adapters/storage/sql/screening/LeadsSql.ts", "sql", 100)
]

const countBy = (chosen: ReadonlyArray<Fault>, nameOf: (fault: Fault) => string) =>
  Object.fromEntries([...Map.groupBy(chosen, nameOf)].map(([name, of]) => [name, of.length]))

describe("a sample of faults", () => {
  it("takes a share from each folder, and equally many of each kind", () => {
    const chosen = sampleFaults(faults, 40, 1)
    expect(countBy(chosen, ({ file }) => folderOf(file))).toEqual({ "core/credits": 30, "adapters/storage/sql": 10 })
    expect(countBy(chosen, ({ kind }) => kind)).toEqual({ string: 15, comparison: 15, sql: 10 })
  })

  it("is the same for the same seed, and differs for another seed", () => {
    expect(sampleFaults(faults, 40, 1)).toEqual(sampleFaults(faults, 40, 1))
    expect(sampleFaults(faults, 40, 2)).not.toEqual(sampleFaults(faults, 40, 1))
  })

  it("barely changes after a change of the sources", () => {
    const more = [
      ...faultsIn("core/credits/Balance.ts", "number", 4),
      ...faults.map((fault) => ({ ...fault, line: 9 }))
    ]
    const nameOf = ({ file, kind, start }: Fault) => `${file} ${kind} ${start}`
    const before = new Set(sampleFaults(faults, 40, 1).map(nameOf))
    expect(sampleFaults(more, 40, 1).filter((fault) => before.has(nameOf(fault))).length).toBeGreaterThanOrEqual(30)
  })

  it.each([1, 7, 39, 399])("of %i contains no fault twice", (count) => {
    expect(new Set(sampleFaults(faults, count, 3)).size).toBe(count)
  })

  it("larger than the number of faults contains all of them", () => {
    expect(sampleFaults(faults, 1_000, 1)).toEqual(faults)
  })
})
