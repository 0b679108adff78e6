import { expect, it } from "vitest"
import { accountTitle, ofAccount } from "../../../apps/dashboard/api/Me.ts"

it("an account is called by its name, and the one that nobody has named by none", () => {
  expect([accountTitle("Example Ltd"), ofAccount("Example Ltd")]).toEqual(["Example Ltd", " of Example Ltd"])
  expect([accountTitle("default"), ofAccount("default")]).toEqual([null, ""])
})
