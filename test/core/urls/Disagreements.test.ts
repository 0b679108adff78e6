import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { disagreements } from "./vectors/Disagreements.ts"

it("docs/reference/url-canonicalization.md explains each published case that Gatehouse does not follow", () => {
  const page = readFileSync(new URL("../../../docs/reference/url-canonicalization.md", import.meta.url), "utf8")
  expect(disagreements.filter(({ input }) => !page.includes(`\`${input}\``))).toEqual([])
})
