import { existsSync, readdirSync } from "node:fs"
import { dirname, join, normalize } from "node:path"
import { expect, it } from "vitest"
import { sections } from "../../docs/.vitepress/pages.ts"
import { readText, root } from "./Tree.ts"

const pages = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md")).map((name) => `docs/${name.replaceAll("\\", "/")}`)
const files = [...readdirSync(root).filter((name) => name.endsWith(".md")), ...pages].toSorted()

/** Removes code from the text, because brackets in code are not links. */
const withoutCode = (text: string): string => text.replace(/^(```+)[^]*?^\1/gm, "").replace(/`[^`\n]*`/g, "code")

/** Returns the anchors of a page: those that code hosts derive from headings, and explicit ids. */
const anchorsOf = (path: string): ReadonlySet<string> => {
  const text = readText(path).replace(/^(```+)[^]*?^\1/gm, "")
  const anchors = new Set<string>()
  for (const [, title = ""] of text.matchAll(/^#{1,6} (.+)$/gm)) {
    const [, own] = /\{#([\w-]+)\}$/.exec(title) ?? []
    const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[`*]/g, "").trim()
    const base = own ?? plain.toLowerCase().replace(/[^\p{L}\p{N}\s_-]/gu, "").replace(/\s/g, "-")
    for (let count = 0, anchor = base;; anchor = `${base}-${++count}`) {
      if (anchors.has(anchor)) continue
      anchors.add(anchor)
      break
    }
  }
  for (const [, id] of text.matchAll(/\sid="([^"]+)"/g)) anchors.add(id!)
  return anchors
}

it("links in Markdown lead to existing files and headings", () => {
  expect(files.length).toBeGreaterThan(20)
  const broken: Array<string> = []
  for (const file of files) {
    for (const [, target = ""] of withoutCode(readText(file)).matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue
      const [path = "", anchor] = target.split("#")
      const to = path === "" ? file : normalize(join(dirname(file), path))
      const exists = existsSync(join(root, to)) && !to.startsWith("..")
      if (!exists || anchor !== undefined && !(to.endsWith(".md") && anchorsOf(to).has(anchor))) {
        broken.push(`${file}: ${target}`)
      }
    }
  }
  expect(broken).toEqual([])
})

it("pages of the site link to pages of the site only, because the server serves no other files", () => {
  const outside = pages.flatMap((page) =>
    [...withoutCode(readText(page)).matchAll(/\]\(([^)#\s]+)/g)].map(([, target]) => target!)
      .filter((target) => !/^[a-z]+:/.test(target) && !pages.includes(normalize(join(dirname(page), target))))
      .map((target) => `${page}: ${target}`)
  )
  expect(outside).toEqual([])
})

it("every page is in the sidebar", () => {
  const listed = sections.flatMap(({ pages }) => pages.map(([path]) => `docs/${path}.md`))
  expect(listed.toSorted()).toEqual(pages.toSorted())
})
