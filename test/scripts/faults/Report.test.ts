import { expect, it } from "vitest"
import type { Fault } from "../../../scripts/faults/Fault.ts"
import { formatReport } from "../../../scripts/faults/Report.ts"
import type { FaultResult, Search, Status } from "../../../scripts/faults/Result.ts"

const faultAt = (file: string, line: number): Fault => ({
  file,
  line,
  column: 5,
  start: 0,
  end: 1,
  kind: "comparison",
  before: "<",
  after: "<="
})

const resultOf = (fault: Fault, status: Status, rest: Partial<FaultResult> = {}): FaultResult => ({
  fault,
  status,
  line: "if (a < b) return",
  tests: [],
  failure: null,
  limit: null,
  seconds: 1,
  ...rest
})

const faults = [1, 2, 3, 4].map((line) => faultAt("core/a/Fold.ts", line)).concat(faultAt("core/b/Rule.ts", 9))
const failure = { file: "test/core/a/Fold.test.ts", test: "folds", message: "expected 1 to be 2" }
const search: Search = {
  command: "npm run test:faults -- core",
  mode: "test",
  startedAt: "2026-11-22T12:00:00.000Z",
  digests: {},
  faults,
  sites: [],
  baseline: { seconds: {}, failing: ["test/core/Broken.test.ts"], hits: {} },
  results: [
    resultOf(faults[0]!, "caught", { tests: ["test/core/a/Fold.test.ts"], failure }),
    resultOf(faults[1]!, "timed out", { limit: "more than 12 CPU seconds" }),
    resultOf(faults[2]!, "survived", { tests: ["test/core/a/Fold.test.ts"] }),
    resultOf(faults[3]!, "not run")
  ]
}

it("lists the detected faults with their places, and the undetected ones", () => {
  expect(formatReport(search)).toBe(`Planted faults: npm run test:faults -- core

4 faults: 1 caught, 1 timed out, 1 survived, 1 not run by any test.
Caught or timed out: 50.0 %.
Left: 1 of 5 faults. Continue with --continue.

Folder  faults  caught  percent
core/a       4       2       50

Kind        faults  caught  percent
comparison       4       2       50

Survived: all tests that run the place passed (1)
  core/a/Fold.ts:3:5  comparison: < → <=
      if (a < b) return
      Test files: 1, nearest test/core/a/Fold.test.ts

Not run: no test runs the place (1)
  core/a/Fold.ts:4:5  comparison: < → <=
      if (a < b) return

Timed out (1)
  core/a/Fold.ts:2:5  comparison: < → <=
      if (a < b) return
      more than 12 CPU seconds

Test files that caught the most
     1  test/core/a/Fold.test.ts

Test files that fail without a fault, and were left out:
  test/core/Broken.test.ts
`)
})
