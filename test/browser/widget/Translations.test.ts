import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { directionOf, english, matchLanguage } from "../../../apps/widget/Translations.ts"
import { buildWidget, widgetFolder } from "../../../scripts/BuildWidget.ts"
import { root } from "../../house/Tree.ts"
import { formHtml } from "./FakeShield.ts"
import { describeInChromium, waitForState, waitForWidgets } from "./Pages.ts"

const folder = join(root, "apps/widget/languages")
const languages = readdirSync(folder).map((name) => name.replace(".json", ""))
const textOf = (language: string) => readFileSync(join(folder, `${language}.json`), "utf8")

describe("languages", () => {
  it.each(languages)("%s has every text, in less than a kilobyte", (language) => {
    expect(Buffer.byteLength(textOf(language))).toBeLessThan(1_000)
    const texts = JSON.parse(textOf(language)) as Record<string, string>
    expect(Object.keys(texts)).toEqual(Object.keys(english))
    expect(Object.values(texts).filter((text) => text.trim() === "")).toEqual([])
    expect(matchLanguage([language])).toBe(language)
  })

  it("include at least twenty besides English", () => {
    expect(languages.length).toBeGreaterThanOrEqual(20)
  })

  it.each([
    [["de-AT"], "de"],
    [["en-GB", "de"], "en"],
    [["tlh", "pt-BR"], "pt"],
    [["no"], "nb"],
    [["zh-Hant-HK"], "zh-tw"],
    [["zh-TW"], "zh-tw"],
    [["zh-CN"], "zh"],
    [["iw"], "he"],
    [["constructor", "__proto__"], "en"],
    [[], "en"]
  ])("%s is %s", (direction, language) => {
    expect(matchLanguage(direction)).toBe(language)
  })

  it("that are written right to left are displayed right to left", () => {
    expect(languages.filter((language) => directionOf(language) === "rtl")).toEqual(["ar", "fa", "he", "ur"])
  })
})

describe("the build", () => {
  it("puts the languages where the script loads them", () => {
    const folder = mkdtempSync(join(tmpdir(), "gatehouse-widget-"))
    try {
      const { files } = buildWidget(folder)
      expect(Object.keys(files).filter((name) => name.endsWith(".json")).toSorted())
        .toEqual(languages.map((language) => `languages/${language}.json`).toSorted())
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})

describe("the script", () => {
  it("is small: most pages load nothing else before the first interaction with a form", () => {
    expect(statSync(join(widgetFolder, "widget.js.gz")).size).toBeLessThan(9_000)
  })
})

describeInChromium("a script of one version", (open) => {
  it("loads its resources from its own folder, and calls the unversioned API", async () => {
    const { fake, page } = await open({ folder: "/shield/v1/0123456789abcdef", lang: "de" })
    const loaded: Array<string> = []
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname))
    await page.reload()
    await page.focus("#name")
    await waitForState(page, "verified")
    await expect.poll(() => page.locator(".shield-widget .title").textContent()).toBe("Sie sind bestätigt")
    expect(loaded).toEqual(
      expect.arrayContaining(["widget.js", "languages/de.json"].map((name) => `/shield/v1/0123456789abcdef/${name}`))
    )
    expect(loaded).toEqual(expect.arrayContaining(["/shield/challenge", "/shield/redeem"]))
    expect(fake.countRequests("redeem")).toBe(1)
  })
})

describeInChromium("a widget speaks", (open) => {
  it.each([
    ["the language of the page", "fr", "", "Protégé contre les robots", "ltr"],
    ["that of its element", "fr", "data-language=he", "מוגן מפני בוטים", "rtl"],
    ["that of the browser", "", "", "Vor Bots geschützt", "ltr"],
    ["English where it knows none", "tlh", "", "Vor Bots geschützt", "ltr"]
  ])("%s", async (_, lang, attributes, text, direction) => {
    const { page } = await open({ body: formHtml(attributes), lang, context: { locale: "de-DE" } })
    await waitForWidgets(page)
    await expect.poll(() => page.locator(".shield-widget .title").textContent()).toBe(text)
    expect(await page.locator(".shield-widget .box").evaluate((box) => getComputedStyle(box).direction)).toBe(direction)
  })
})
