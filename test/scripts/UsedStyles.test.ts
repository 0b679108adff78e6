import { describe, expect, it } from "@effect/vitest"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { keepUsedStyles, usedClasses } from "../../scripts/UsedStyles.ts"

const used = new Set(["m_aaaaaaaa"])
const of = (css: string): string => keepUsedStyles(css, used).replaceAll(/\s+/g, "")

describe("component styles", () => {
  it("are removed with unused components", () => {
    expect(of(".m_aaaaaaaa{color:red}.m_bbbbbbbb{color:blue}")).toBe(".m_aaaaaaaa{color:red}")
    expect(of(".m_aaaaaaaa:hover,.m_bbbbbbbb > .x{color:red}")).toBe(".m_aaaaaaaa:hover{color:red}")
    expect(of("@media (min-width:1em){.m_bbbbbbbb{color:red}}")).toBe("")
    expect(of("@media (min-width:1em){.m_aaaaaaaa{color:red}.m_bbbbbbbb{top:0}}"))
      .toBe("@media(min-width:1em){.m_aaaaaaaa{color:red}}")
  })

  it("are kept if one of several components is used", () => {
    expect(of(":where(.m_bbbbbbbb,.m_aaaaaaaa) .y{top:0}")).toBe(":where(.m_bbbbbbbb,.m_aaaaaaaa).y{top:0}")
  })

  it("are kept if they belong to no component", () => {
    const css =
      "@charset \"utf-8\";:root{--a:\"}\"}@keyframes m_k{0%{top:0}}@font-face{src:url(a;b)}body:not(.m,[x=\"{\"]){top:0}"
    expect(of(css)).toBe(css.replaceAll(/\s+/g, ""))
  })

  it("lose their comments, whatever these contain", () => {
    expect(of("/* } .m_bbbbbbbb{ **/.m_aaaaaaaa{top:0}/***/")).toBe(".m_aaaaaaaa{top:0}")
  })

  it("are complete with every component, and few without any", () => {
    const path = createRequire(import.meta.url).resolve("@mantine/core/styles.css")
    const css = readFileSync(path, "utf8")
    const all = usedClasses([css])
    const bare = (text: string) => text.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/[\s,]+/g, "")
    expect(bare(keepUsedStyles(css, all))).toBe(bare(css))
    expect(keepUsedStyles(css, new Set()).length).toBeLessThan(css.length / 4)
  })
})
