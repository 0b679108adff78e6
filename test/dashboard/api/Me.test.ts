import { expect, it } from "vitest"
import { accountSuffix, accountTitle } from "../../../apps/dashboard/api/Me.ts"

it("shows an account's name, and nothing for an unnamed account", () => {
  expect([accountTitle("Example Ltd"), accountSuffix("Example Ltd")]).toEqual(["Example Ltd", " of Example Ltd"])
  expect([accountTitle("default"), accountSuffix("default")]).toEqual([null, ""])
})
