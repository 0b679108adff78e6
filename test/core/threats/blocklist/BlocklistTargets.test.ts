import { Result } from "effect"
import { describe, expect, it } from "vitest"
import { hostKnowledge } from "../../../../adapters/lists/HostKnowledgeEmbedded.ts"
import { parseBlocklistTarget } from "../../../../core/threats/blocklist/BlocklistGuard.ts"
import {
  blocklistTargetsOf,
  pathLevelsMax,
  prefixCharsMax,
  targetName
} from "../../../../core/threats/blocklist/BlocklistTargets.ts"
import { parseWebUrl } from "../../../../core/urls/WebUrl.ts"

const namesOf = (url: string) =>
  new Set(blocklistTargetsOf(Result.getOrThrow(parseWebUrl(url))).map((target) => targetName(target)))

const prefix = (text: string) => parseBlocklistTarget("prefix", text, hostKnowledge, { force: false })

const isCovered = (url: string, text: string) => namesOf(url).has(targetName(Result.getOrThrow(prefix(text))))

describe("the targets that cover a URL", () => {
  it.each([
    "/a/..%2fb",
    "/a/%2e%2e%2fb",
    "/a/%252e%252e/b",
    "/a/.%252E/b",
    "/a/%252e%252e",
    "/a/b%2f..%2f..%2fc",
    "/a/..%2f%3fx"
  ])("include the folder that %s is sent to, and the one that it may lead to", (path) => {
    expect(isCovered(`http://evil-site.example${path}`, "evil-site.example/a/")).toBe(true)
    expect(isCovered(`http://evil-site.example${path}`, "evil-site.example/")).toBe(true)
  })

  it("exclude a folder that `..` in the URL leaves", () => {
    expect(isCovered("http://evil-site.example/a/%2e%2e/b", "evil-site.example/a/")).toBe(false)
    expect(isCovered("http://evil-site.example/a/../b%20", "evil-site.example/a/")).toBe(false)
  })

  it.each(["", "/"])("include every folder that an entry can name, with %j at its end", (end) => {
    const deepest = `evil-site.example${"/a".repeat(pathLevelsMax)}${end}`
    expect(isCovered(`http://evil-site.example${"/a".repeat(pathLevelsMax)}/b/c/d`, deepest)).toBe(true)
    expect(Result.isFailure(prefix(`evil-site.example/a${"/a".repeat(pathLevelsMax)}${end}`))).toBe(true)
    const longest = `evil-site.example/${"a".repeat(prefixCharsMax - 18 - end.length)}${end}`
    expect(isCovered(`http://${longest}${end === "" ? "/" : ""}b`, longest)).toBe(true)
    expect(Result.isFailure(prefix(longest.replace("/", "/a")))).toBe(true)
  })

  it("are few and short for any URL", () => {
    const urls = [
      `http://${"a.".repeat(120)}example/${"%C3%A9".repeat(10)}${"/a".repeat(3_000)}`,
      `http://e.example/%2e%2e%2f/a%3f//..//${`${"é".repeat(60)}/`.repeat(64)}${"é".repeat(4_000)}`
    ]
    for (const url of urls) expect(JSON.stringify([...namesOf(url)]).length).toBeLessThan(800_000)
  })
})
