import { beforeAll, describe } from "vitest"
import { startInProcess } from "../../support/InProcess.ts"
import { emptyTests, entryTests } from "./account/Empty.ts"
import { injectedUserAgent, injectionSettings, injectionTests } from "./account/Injection.ts"
import { keptTests } from "./account/Kept.ts"
import { lostPasswordTests } from "./account/LostPassword.ts"
import { accept, inDashboard, owner } from "./Dashboard.ts"
import { setLook } from "./Looks.ts"
import type { Window } from "./Windows.ts"

// One file and one window, as in `Month.test.ts`. The order counts: more and more happens in the account.
inDashboard("a new account", () => startInProcess({ env: injectionSettings }), (dashboard) => {
  let window: Window
  beforeAll(async () => {
    window = await dashboard().visitor({ userAgent: injectedUserAgent })
  })
  describe("before the sign-in", () => entryTests(() => window))
  describe("in which nothing has happened", () => {
    beforeAll(async () => {
      await accept(window, (await dashboard().gatehouse.cli("members", "set-up-link")).link, owner)
      await window.load("/")
    })
    emptyTests(() => window)
  })
  describe("what somebody has on the page", () => {
    beforeAll(() => setLook(window, "light, desktop"))
    keptTests(() => window)
  })
  describe("what comes from outside stays text", () => injectionTests(dashboard, () => window))
  describe("whose owner has lost a password", () => lostPasswordTests(dashboard, () => window))
})
