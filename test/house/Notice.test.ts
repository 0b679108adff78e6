import { describe, expect, it } from "@effect/vitest"
import { readdirSync } from "node:fs"
import { join, relative } from "node:path"
import { importsOf, readText, root, sourceFiles } from "./Tree.ts"

const notice = readText("NOTICE")

/** Data files in the repository, without the READMEs and licenses beside them. */
const dataFiles = readdirSync(join(root, "adapters"), { recursive: true, withFileTypes: true })
  .filter((entry) =>
    entry.isFile() && entry.parentPath.endsWith("/data") && !/^(?:README\.md|LICENSE)$/.test(entry.name)
  )
  .map((entry) => relative(root, join(entry.parentPath, entry.name)))

const manifest: {
  readonly license: string
  readonly dependencies: Readonly<Record<string, string>>
} = JSON.parse(readText("package.json"))

const importedBy = (folders: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    folders.flatMap((folder) => sourceFiles(folder)).flatMap((path) =>
      importsOf(path, readText(path)).map(({ to }) => to)
    )
  )

const isImported = (imported: ReadonlySet<string>) => (name: string): boolean =>
  [...imported].some((to) => to === name || to.startsWith(`${name}/`))

/**
 * Returns the dependencies that contain data.
 *
 * These are the packages that the lists import, and the packages whose files an adapter reads by path.
 */
const dataPackages = (): ReadonlyArray<string> => {
  const byLists = isImported(importedBy(["adapters/lists"]))
  const byAdapters = isImported(importedBy(["adapters"]))
  const texts = sourceFiles("adapters").map(readText)
  const isRead = (name: string) => texts.some((text) => text.includes(`"${name}/`))
  return Object.keys(manifest.dependencies).filter((name) =>
    name !== "effect" && (byLists(name) || (!byAdapters(name) && isRead(name)))
  )
}

/** Returns the paragraph of NOTICE about a package. */
const paragraphOf = (name: string): string =>
  notice.split("\n\n").find((paragraph) => paragraph.trimStart().startsWith(`${name}\n`)) ?? ""

describe("NOTICE", () => {
  it("names every data file", () => {
    expect(dataFiles).toContain("adapters/geo/data/asn.br")
    // A paragraph about several files of a folder names the folder once, and then only the file names.
    const named = (path: string) => notice.includes(path) || notice.includes(` ${path.split("/").at(-1)}`)
    expect(dataFiles.filter((path) => !named(path))).toEqual([])
  })

  it("states the license of every dependency with data, as the package does", () => {
    const names = dataPackages()
    expect(names).toContain("@ip-location-db/geo-whois-asn-country-mmdb")
    expect(names).toContain("mailchecker")
    const missing = names.filter((name) => {
      const { license } = JSON.parse(readText(`node_modules/${name}/package.json`))
      return !/^ +License: /m.test(paragraphOf(name)) || !paragraphOf(name).includes(license)
    })
    expect(missing).toEqual([])
  })

  it("says for every entry what its license requires", () => {
    const entries = notice.split("\n\n").filter((paragraph) => /^ +License: /m.test(paragraph))
    expect(entries.length).toBeGreaterThan(10)
    expect(entries.filter((paragraph) => !/^ +Asks: {2,}\S/m.test(paragraph))).toEqual([])
  })

  it("contains no data whose license forbids commercial use", () => {
    expect(notice).not.toMatch(/BY-NC|non-?commercial/i)
  })
})

describe("the license", () => {
  it("is the MIT License, in package.json as well", () => {
    expect(manifest.license).toBe("MIT")
    expect(readText("LICENSE")).toMatch(/^MIT License\n\nCopyright \(c\) \d{4} Gatehouse contributors\n/)
  })
})
