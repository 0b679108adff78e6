import { beforeAll, describe } from "vitest"
import { startServerInProcess } from "../../support/InProcessServer.ts"
import { emptyTests, entryTests } from "./account/Empty.ts"
import { injectedUserAgent, injectionSettings, injectionTests } from "./account/Injection.ts"
import { lostPasswordTests } from "./account/LostPassword.ts"
import { managementKeyTests } from "./account/ManagementKeys.ts"
import { unfinishedWorkTests } from "./account/UnfinishedWork.ts"
import { accept, inDashboard, owner } from "./Dashboard.ts"
import { setLook } from "./Looks.ts"
import type { Window } from "./Windows.ts"

// All tests share one window, as in `Month.test.ts`. Their order matters, because they add more and more data to the
// account.
inDashboard("a new account", () => startServerInProcess({ env: injectionSettings }), (dashboard) => {
  let window: Window
  beforeAll(async () => {
    window = await dashboard().visitor({ userAgent: injectedUserAgent })
  })
  describe("before sign-in", () => entryTests(() => window))
  describe("with no activity", () => {
    beforeAll(async () => {
      await accept(window, (await dashboard().gatehouse.cli("members", "set-up-link")).link, owner)
      await window.load("/")
    })
    emptyTests(() => window)
  })
  describe("with state on a page", () => {
    beforeAll(() => setLook(window, "light, desktop"))
    unfinishedWorkTests(() => window)
  })
  describe("with management keys", () => managementKeyTests(() => window))
  describe("untrusted text", () => injectionTests(dashboard, () => window))
  describe("with a lost password", () => lostPasswordTests(dashboard, () => window))
})
