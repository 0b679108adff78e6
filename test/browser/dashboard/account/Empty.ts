import { expect, it } from "vitest"
import { entryViews, pageViews, type View } from "../../../../scripts/screens/Views.ts"
import { isFullRun, sample } from "../../../support/TestRun.ts"
import { problemsIn } from "../Looks.ts"
import type { Window } from "../Windows.ts"

/** Tests that what stands before the sign-in keeps nobody out. */
export const entryTests = (window: () => Window): void => {
  it("keeps nobody out", async () => {
    expect(await problemsIn(window(), "dark, phone", entryViews)).toEqual([])
    if (isFullRun) expect(await problemsIn(window(), "light, desktop", entryViews)).toEqual([])
  })
}

/** Tests that pages without anything to show keep nobody out. */
export const emptyTests = (window: () => Window): void => {
  it("keeps nobody out", async () => {
    const withAxe = new Set(sample("pages of an empty account, by axe", pageViews, 3))
    const axeOf = (view: View) => withAxe.has(view) ? "structure" : "none"
    expect(await problemsIn(window(), "dark, phone", pageViews, axeOf)).toEqual([])
    if (isFullRun) expect(await problemsIn(window(), "light, desktop", pageViews)).toEqual([])
  })
}
