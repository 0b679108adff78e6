import { describe, expect, it } from "vitest"
import { settings } from "../../apps/server/settings/Settings.ts"
import { generatedPages } from "../../scripts/pages/GeneratedPages.ts"
import { readText } from "../house/Tree.ts"

const pages = await generatedPages()

describe("generated pages of the documentation", () => {
  it.each(Object.keys(pages))("%s matches the code (npm run docs)", (path) => {
    expect(readText(path)).toBe(pages[path])
  })

  it("contain every setting once", () => {
    const names = [...pages["docs/operating/settings.md"]!.matchAll(/^\| `(\w+)` \| .* \| .* \|$/gm)].map(([, name]) =>
      name
    )
    expect(names).toEqual(settings.map(({ name }) => name))
  })

  it("contain every command with its flags", () => {
    const page = pages["docs/reference/command-line.md"]!
    expect(page).toContain("#### gatehouse keys create")
    expect(page).toContain("| `--requests-per-minute integer` |")
    expect(page.match(/^#{3,5} gatehouse /gm)!.length).toBeGreaterThan(50)
  })
})
