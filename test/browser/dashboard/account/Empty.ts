import { expect, it } from "vitest"
import { entryViews, pageViews, type View } from "../../../../scripts/screens/Views.ts"
import { isFullRun, sample } from "../../../support/TestRun.ts"
import { problemsIn } from "../Looks.ts"
import type { Window } from "../Windows.ts"

/** Tests the pages that need no session for accessibility. */
export const entryTests = (window: () => Window): void => {
  it("has no accessibility problems", async () => {
    expect(await problemsIn(window(), "dark, phone", entryViews)).toEqual([])
    if (isFullRun) expect(await problemsIn(window(), "light, desktop", entryViews)).toEqual([])
  })
}

/** Tests the pages of an empty account for accessibility. */
export const emptyTests = (window: () => Window): void => {
  it("has no accessibility problems", async () => {
    const withAxe = new Set(sample("pages of an empty account, by axe", pageViews, 3))
    const axeOf = (view: View) => withAxe.has(view) ? "structure" : "none"
    expect(await problemsIn(window(), "dark, phone", pageViews, axeOf)).toEqual([])
    if (isFullRun) expect(await problemsIn(window(), "light, desktop", pageViews)).toEqual([])
  })
}
