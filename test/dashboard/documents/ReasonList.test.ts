import { expect, it } from "vitest"
import { ReasonList } from "../../../apps/dashboard/shared/documents/ReasonList.tsx"
import { shown } from "../parts/Shown.ts"

it("formats text between backticks as code", () => {
  const html = shown(ReasonList, {
    reasons: [{ code: "made_up", message: "See `/readyz` for more.", where: "" }],
    isAtLength: true
  })
  expect(html).not.toContain("`")
  expect(html).toMatch(/See <code[^>]*>.*readyz/)
})
