import { describe } from "vitest"
import { inMonth } from "./Dashboard.ts"
import { accessTests } from "./month/Access.ts"
import { keyboardTests } from "./month/Keyboard.ts"
import { listTests } from "./month/Lists.ts"

// One file and one window: a window takes as much CPU time to open and to warm up as twenty pages after it.
inMonth("the dashboard after a month", (window) => {
  describe("by keyboard alone", () => keyboardTests(window))
  describe("lists", () => listTests(window))
  describe("access", () => accessTests(window))
})
