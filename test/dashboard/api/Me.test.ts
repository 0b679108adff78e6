import { expect, it } from "vitest"
import { accountTitle, ofAccount } from "../../../apps/dashboard/api/Me.ts"

it("shows an account's name, and nothing for an unnamed account", () => {
  expect([accountTitle("Example Ltd"), ofAccount("Example Ltd")]).toEqual(["Example Ltd", " of Example Ltd"])
  expect([accountTitle("default"), ofAccount("default")]).toEqual([null, ""])
})
