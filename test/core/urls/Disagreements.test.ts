import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { disagreements } from "./vectors/Disagreements.ts"

it("the page on canonical URLs explains each published case that is not followed", () => {
  const page = readFileSync(new URL("../../../docs/url-canonicalization.md", import.meta.url), "utf8")
  expect(disagreements.filter(({ input }) => !page.includes(`\`${input}\``))).toEqual([])
})
