import { readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import packageJson from "../../package.json" with { type: "json" }
import { codeWithoutComments, readText, root, sourceFiles } from "./Tree.ts"

const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".md")).map((path) => join("docs", path))

describe("the documentation", () => {
  it("starts each page with a title and a sentence", () => {
    expect(pages.length).toBeGreaterThan(20)
    expect(pages.filter((page) => !/^(?:---\n[^]*?\n---\n+)?# [^\n]+\n\n[A-Z]/.test(readText(page)))).toEqual([])
  })

  it("lists every metric", () => {
    const names = ["core", "adapters", "apps"].flatMap((folder) => sourceFiles(folder)).flatMap((file) =>
      [...codeWithoutComments(file).matchAll(/"((?:gatehouse|process)_[a-z_]+)"/g)].map(([, name]) => name!)
    )
    const listed = [...readText("docs/operating/telemetry.md").matchAll(/`((?:gatehouse|process)_[a-z_]+)`/g)]
      .map(([, name]) => name!)
    expect([...new Set(listed)].toSorted()).toEqual([...new Set(names)].toSorted())
  })

  it("lists every package", () => {
    const page = readText("docs/data-and-licenses.md")
    const names = Object.keys({ ...packageJson.dependencies, ...packageJson.devDependencies })
    expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})
