import { existsSync, readdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "vitest"
import packageJson from "../../package.json" with { type: "json" }
import { codeWithoutComments, readText, root, sourceFiles } from "./Tree.ts"

/** Markdown files of the documentation and of the root, relative to the root. */
const pages = [
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((path) => join("docs", path)),
  ...readdirSync(root)
].filter((path) => path.endsWith(".md") && !path.includes("node_modules"))

/** Returns the text of a page without code, in which links and headings are only examples. */
const proseOf = (page: string): string => readText(page).replaceAll(/^ *```[^]*?^ *```/gm, "")

/** Returns the anchors of a page's headings, as GitHub and VitePress name them. */
const anchorsOf = (page: string): ReadonlySet<string> => {
  const seen = new Map<string, number>()
  return new Set([...proseOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) => {
    const anchor = heading.replaceAll("`", "").toLowerCase().replaceAll(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-")
    const count = seen.get(anchor) ?? 0
    seen.set(anchor, count + 1)
    return count === 0 ? anchor : `${anchor}-${count}`
  }))
}

interface Link {
  readonly page: string
  readonly target: string
}

const links: ReadonlyArray<Link> = pages.flatMap((page) =>
  [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => ({ page, target }))
).filter(({ target }) => !/^[a-z]+:/.test(target))

describe("the documentation", () => {
  it("has links", () => {
    expect(links.length).toBeGreaterThan(100)
  })

  it("links only to existing files and headings", () => {
    const broken = links.filter(({ page, target }) => {
      const [path = "", anchor] = target.split("#")
      const file = path === "" ? page : join(dirname(page), path)
      if (!existsSync(join(root, file))) return true
      return anchor !== undefined && file.endsWith(".md") && !anchorsOf(file).has(anchor)
    })
    expect(broken).toEqual([])
  })

  it("is linked to from the overview or from another page", () => {
    const targets = new Set(links.map(({ page, target }) => join(dirname(page), target.split("#")[0]!)))
    expect(pages.filter((page) => page.startsWith("docs/") && page !== "docs/index.md" && !targets.has(page)))
      .toEqual([])
  })

  it("starts each page with a title and a sentence", () => {
    const odd = pages.filter((page) =>
      page.startsWith("docs/") && !/^(?:---\n[^]*?\n---\n+)?# [^\n]+\n\n[A-Z]/.test(readText(page))
    )
    expect(odd).toEqual([])
  })

  it("lists every metric", () => {
    const names = ["core", "adapters", "apps"].flatMap((folder) => sourceFiles(folder)).flatMap((file) =>
      [...codeWithoutComments(file).matchAll(/"(gatehouse_[a-z_]+)"/g)].map(([, name]) => name!)
    )
    const listed = [...readText("docs/operating/telemetry.md").matchAll(/`(gatehouse_[a-z_]+)`/g)].map(([, name]) =>
      name!
    )
    expect([...new Set(listed)].toSorted()).toEqual([...new Set(names)].toSorted())
  })

  it("lists every package", () => {
    const page = readText("docs/data-and-licenses.md")
    const names = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies })
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})
