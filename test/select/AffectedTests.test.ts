import { describe, expect, it } from "vitest"
import { findAffectedTests, findUses, takeWithinSeconds } from "./AffectedTests.ts"

const sources: Readonly<Record<string, string>> = {
  "core/emails/Check.ts": `import { trim } from "../text/Trim.ts"`,
  "core/text/Trim.ts": `export const trim = 1`,
  "core/text/Kind.ts": `export type Kind = 1`,
  "adapters/pool/Pool.ts": `new Worker(new URL("./Worker.ts", import.meta.url))`,
  "adapters/pool/Worker.ts": `import type { Kind } from "../../core/text/Kind.ts"`,
  "apps/widget/languages/de.json": `{}`,
  "apps/server/node.ts": `import "../../adapters/pool/Pool.ts"`,
  "test/support/Server.ts": `spawn(node, [join(root, "apps/server/node.ts")])`,
  "test/http/Emails.test.ts": `import { check } from "../../core/emails/Check.ts"`,
  "test/http/Server.test.ts": `import { start } from "../support/Server.ts"`,
  "test/core/emails/Check.test.ts": `import { check } from "../../../core/emails/Check.ts"`,
  "test/browser/Words.test.ts": "readFileSync(`apps/widget/languages/${code}.json`)"
}
const uses = findUses(Object.keys(sources), (file) => sources[file]!)
const testsAffectedBy = (...changed: ReadonlyArray<string>) => findAffectedTests(changed, uses).map(({ test }) => test)

describe("tests that a change can affect", () => {
  it("import the changed file, directly or indirectly", () => {
    expect(findAffectedTests(["core/text/Trim.ts"], uses)).toEqual([
      { test: "test/core/emails/Check.test.ts", distance: 2 },
      { test: "test/http/Emails.test.ts", distance: 2 }
    ])
  })

  it("start with those that mirror the changed file's folder", () => {
    expect(testsAffectedBy("core/emails/Check.ts")[0]).toBe("test/core/emails/Check.test.ts")
  })

  it("start it as a program or as a thread, or read it from a folder", () => {
    expect(testsAffectedBy("adapters/pool/Worker.ts")).toEqual(["test/http/Server.test.ts"])
    expect(testsAffectedBy("apps/widget/languages/de.json")).toEqual(["test/browser/Words.test.ts"])
  })

  it("include a changed test itself, and exclude type imports", () => {
    expect(findAffectedTests(["test/http/Emails.test.ts"], uses)).toEqual([{
      test: "test/http/Emails.test.ts",
      distance: 0
    }])
    expect(testsAffectedBy("core/text/Kind.ts")).toEqual([])
  })

  it("are selected up to the time budget, but at least one", () => {
    const reached = findAffectedTests(["core/text/Trim.ts", "apps/server/node.ts"], uses)
    expect(reached).toHaveLength(3)
    expect(takeWithinSeconds(reached, 2, () => 1)).toHaveLength(2)
    expect(takeWithinSeconds(reached, 0.5, () => 1)).toHaveLength(1)
    expect(takeWithinSeconds(reached, 9, () => 1)).toBe(reached)
  })
})
