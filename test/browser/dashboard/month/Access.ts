import { expect, it } from "vitest"
import { findNewest, innerViews, outcomeViews, pageViews, type View } from "../../../../scripts/screens/Views.ts"
import { sample } from "../../../support/TestRun.ts"
import { problemsIn, setLook, tooWideElements } from "../Looks.ts"
import type { Window } from "../Windows.ts"

const kinds = [
  ...["block", "ok", "warn"].map((rating) => `document-${rating}`),
  ...["clean", "marked", "review", "spam"].map((kind) => `lead-${kind}`),
  ...["failed", "lead-analyze", "refused"].map((kind) => `request-${kind}`),
  ...["block", "email", "email-bulk", "ok", "url-allowed", "url-bad", "url-safe", "warn"].map((kind) =>
    `request-scan-${kind}`
  ),
  "request-submit-phishing-link",
  ...["accepted", "pending", "rejected"].map((state) => `submission-${state}`)
]

const views = [...pageViews, ...innerViews({ site: "", webhook: "", delivery: 0 })].map(({ name }) => name)
const onDesktop = new Set(sample("views of a month, on a desktop", views, 10))
const others = views.filter((name) => !onDesktop.has(name))
const axeOnPhone = new Set(sample("views of a month, by axe on a phone", [...others, ...onDesktop, ...kinds], 10))
const withContrast = new Set(sample("views of a month, by axe's own rule of contrast", [...views, ...kinds], 3))

/** Tests that views are legible and work with touch and screen readers. Outside a full run, axe checks only samples. */
export const accessTests = (window: () => Window): void => {
  const ask = async (path: string) => (await window().ask("GET", path)).json()

  it("covers each page of the navigation, and one page of each kind of object", async () => {
    await window().go("/")
    const offered = await window().page.getByRole("navigation").getByRole("link")
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")?.replace(/^\/dashboard(?=\/)/, "")))
    expect(offered).toEqual(pageViews.map(({ path }) => path))
    expect((await outcomeViews(ask)).map(({ name }) => name).toSorted()).toEqual(kinds)
  })

  it("shows a full timestamp within the screen of a phone", async () => {
    const [lead] = (await outcomeViews(ask)).filter(({ name }) => name === "lead-clean")
    const { page } = window()
    await setLook(window(), "dark, phone")
    await window().go(lead!.path)
    await page.getByText("Analyzed").locator("time").hover()
    const tooltip = page.getByRole("tooltip")
    await expect.poll(() => tooltip.innerText()).toMatch(/\(Europe\/Vienna\), .* ago$/)
    expect(await tooWideElements(page)).toEqual([])
    await page.mouse.move(0, 0)
  })

  it("has no accessibility problems in the light theme on a desktop", async () => {
    const { delivery, site, webhook } = await findNewest(ask)
    const all = [...pageViews, ...innerViews({ delivery, site, webhook })].filter(({ name }) => onDesktop.has(name))
    expect(await problemsIn(window(), "light, desktop", all, () => "structure")).toEqual([])
  })

  it("has no accessibility problems in the dark theme on a phone", async () => {
    const { delivery, site, webhook } = await findNewest(ask)
    const axeOf = ({ name }: View) => withContrast.has(name) ? "all" : axeOnPhone.has(name) ? "structure" : "none"
    const all = [...pageViews, ...innerViews({ delivery, site, webhook }), ...await outcomeViews(ask)]
    expect(await problemsIn(window(), "dark, phone", all, axeOf)).toEqual([])
  })
}
