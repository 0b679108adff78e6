import { expect, it } from "vitest"
import { isUsedBy, nearestTests } from "../../../scripts/faults/NearestTests.ts"
import { runtimeUses } from "../../../scripts/faults/Uses.ts"

const texts: Readonly<Record<string, string>> = {
  "core/a/Fold.ts": "",
  "core/a/Rule.ts": "import { fold } from \"./Fold.ts\"\nexport const all = \"core/b\"",
  "core/b/Types.ts": "import type { Fold } from \"../a/Fold.ts\"",
  "apps/server/node.ts": "import \"../../core/a/Rule.ts\"",
  "test/core/a/Fold.test.ts": "import \"../../../core/a/Rule.ts\"",
  "test/core/a/Rule.test.ts": "import \"../../../core/a/Rule.ts\"",
  "test/core/b/Types.test.ts": "import \"../../../core/b/Types.ts\"",
  "test/support/Server.ts": "const entry = \"apps/server/node.ts\"",
  "test/http/Rules.test.ts": "import \"../support/Server.ts\"",
  "test/browser/Rules.test.ts": "import \"../support/Server.ts\"",
  "test/house/Repository.test.ts": "import \"../../core/a/Fold.ts\""
}
const uses = runtimeUses(Object.keys(texts), (file) => texts[file]!)

it("lists the tests that can reach a source, nearest first", () => {
  expect(nearestTests("core/a/Fold.ts", uses)).toEqual([
    "test/core/a/Fold.test.ts",
    "test/core/a/Rule.test.ts",
    "test/http/Rules.test.ts",
    "test/browser/Rules.test.ts"
  ])
})

it("includes programs started by path, and excludes types and folder names", () => {
  expect(isUsedBy("core/a/Fold.ts", "test/support/Server.ts", uses)).toBe(true)
  expect(isUsedBy("core/a/Fold.ts", "core/b/Types.ts", uses)).toBe(false)
  expect(isUsedBy("core/b/Types.ts", "core/a/Rule.ts", uses)).toBe(false)
})
