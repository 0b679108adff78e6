import { describe, expect, it } from "vitest"
import { findNewest, innerViews, outcomeViews, pageViews } from "../../../scripts/screens/Views.ts"
import { requestResource } from "../../support/OnDemand.ts"
import { needs } from "../../support/TestRun.ts"
import { openDashboard } from "./Dashboard.ts"
import { problemsIn } from "./Looks.ts"
import { startMonth } from "./Month.ts"

const seeds = Array.from({ length: 20 }, (_, at) => at + 1)

// Checks many months, because the newest entries and the available data differ from month to month.
describe.concurrent("the dashboard after another month", { tags: [needs.chromium, needs.full] }, () => {
  it.each(seeds)("has no accessibility problems: seed %i", async (seed) => {
    await requestResource("dashboardBuild")
    const month = await startMonth(seed)
    const dashboard = await openDashboard(month)
    try {
      const window = await dashboard.visitor({ clockMillis: month.clockMillis, cookie: month.cookie })
      const ask = async (path: string) => (await window.ask("GET", path)).json()
      const views = [...pageViews, ...innerViews(await findNewest(ask)), ...await outcomeViews(ask)]
      const found = [
        ...await problemsIn(window, "light, desktop", views),
        ...await problemsIn(window, "dark, phone", views)
      ]
      expect(found).toEqual([])
    } finally {
      await dashboard.close()
    }
  })
})
