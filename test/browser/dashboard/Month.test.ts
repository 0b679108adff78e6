import { describe } from "vitest"
import { inMonth } from "./Dashboard.ts"
import { accessTests } from "./month/Access.ts"
import { keyboardTests } from "./month/Keyboard.ts"
import { listTests } from "./month/Lists.ts"

// All tests share one window. Opening and warming up a window takes as much CPU time as twenty further pages.
inMonth("the dashboard after a month", (window) => {
  describe("by keyboard alone", () => keyboardTests(window))
  describe("lists", () => listTests(window))
  describe("access", () => accessTests(window))
})
