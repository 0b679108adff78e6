import { Effect } from "effect"
import { contractCases, submissionsContract } from "gatehouse/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { layer } from "./submissions-file.ts"

// Proves the adapter of `submissions-file.ts`: `node --test examples/submissions-contract.ts`. In another test framework,
// only the import of `test` differs.
const folder = mkdtempSync(join(tmpdir(), "submissions-"))
after(() => rmSync(folder, { recursive: true }))

let files = 0
for (const { name, run } of contractCases(submissionsContract, () => layer(join(folder, `${++files}.json`)))) {
  void test(name, () => Effect.runPromise(run))
}
