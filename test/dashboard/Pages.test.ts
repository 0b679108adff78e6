import { describe, expect, it } from "@effect/vitest"
import { basePathOf, pageAt, pages, pagesFor } from "../../apps/dashboard/shell/pages.ts"

describe("the pages", () => {
  it("have their own paths, titles and shortcut letters", () => {
    for (const part of ["path", "title", "letter"] as const) {
      expect(new Set(pages.map((page) => page[part])).size).toBe(pages.length)
    }
    // `g` is the prefix of each shortcut, so no page may use it.
    expect(pages.map(({ letter }) => letter)).not.toContain("g")
  })

  it("depend on the role: a reviewer sees neither keys nor credits", () => {
    expect(pagesFor("owner")).toEqual(pages)
    expect(pages.filter((page) => !pagesFor("member").includes(page)).map(({ title }) => title))
      .toEqual(["Management keys", "Members", "Audit log", "Data retention"])
    expect(pagesFor("reviewer").map(({ title }) => title)).toEqual(["Leads", "Threat data", "Sessions", "Profile"])
  })

  it("are found by path, including deep links", () => {
    expect(pageAt("/")?.title).toBe("Overview")
    expect(pageAt("/requests")?.title).toBe("Requests")
    expect(pageAt("/requests/req_1")?.title).toBe("Requests")
    expect(pageAt("/requestsandmore")).toBeUndefined()
    expect(pageAt("/settings/keys")?.title).toBe("API keys")
    for (const page of pages) expect(pageAt(basePathOf(page))).toBe(page)
  })
})
