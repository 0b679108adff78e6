import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { architecturePage } from "../../scripts/architecture/ArchitecturePage.ts"
import {
  groupDescriptions,
  groupImports,
  sortIntoLevels,
  withoutTransitiveImports
} from "../../scripts/architecture/Groups.ts"
import { readText, root } from "../house/Tree.ts"

const page = readText("docs/architecture.md")

describe("docs/architecture.md", () => {
  it("is generated from the imports (npm run docs)", () => {
    expect(architecturePage(page)).toBe(page)
  })

  it("describes the contents of each group", () => {
    expect(Object.keys(groupDescriptions).toSorted()).toEqual([...groupImports().keys()].toSorted())
  })

  it("names existing files and folders", () => {
    const paths = [...page.matchAll(/`((?:core|adapters|apps|test)\/[\w./-]+)`/g)].map(([, path]) => path!)
    expect(paths.length).toBeGreaterThan(30)
    expect(paths.filter((path) => path !== "core/ports" && !existsSync(join(root, path)))).toEqual([])
  })
})

const imports = (of: Readonly<Record<string, ReadonlyArray<string>>>) =>
  new Map(Object.entries(of).map(([group, below]) => [group, new Set(below)]))

describe("groups", () => {
  it("are above all groups that they import", () => {
    expect(sortIntoLevels(imports({ leads: ["urls", "kernel"], urls: ["kernel"], kernel: [], queues: [] })))
      .toEqual([["kernel", "queues"], ["urls"], ["leads"]])
  })

  it("have no levels if their imports form a cycle", () => {
    expect(() => sortIntoLevels(imports({ urls: ["emails"], emails: ["urls"] }))).toThrow("cycle")
  })

  it("have no arrow that other arrows imply", () => {
    const direct = withoutTransitiveImports(imports({ leads: ["urls", "kernel"], urls: ["kernel"], kernel: [] }))
    expect([...direct].map(([group, below]) => [group, [...below]])).toEqual([
      ["leads", ["urls"]],
      ["urls", ["kernel"]],
      ["kernel", []]
    ])
  })
})
