import { beforeAll, describe, expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as gatehouse from "gatehouse"
import { join } from "node:path"
import { findLoadedFiles, readText, root } from "../house/Tree.ts"
import { runPrograms } from "./Programs.ts"

const shown = ["check-email.ts", "scan-document.ts", "analyze-lead.ts", "rule-laws.ts"]

describe("the examples", () => {
  const out: Record<string, string> = {}
  beforeAll(async () => {
    const names = [...shown, "screen-url.ts"]
    const outputs = await runPrograms(join(root, "examples"), names)
    for (const [at, name] of names.entries()) out[name] = outputs[at]!
  })

  it.each(shown)("%s is on the library page, with its output", (name) => {
    const [, output = ""] = readText("docs/reference/library.md").split(
      `\`\`\`ts\n${readText(`examples/${name}`)}\`\`\`\n\n\`\`\`\n`
    )
    expect(output.split("```", 1)[0]).toBe(out[name])
  })

  it("screens URLs in another program", () => {
    expect(out["screen-url.ts"]).toBe(
      "https://example.com/\n  not listed\n" +
        "http://MALWARE.wicar.org./data/eicar.com\n  listed by embedded: malware.wicar.org/\n" +
        "ftp://example.com/\n  not checked: Only http and https URLs can be checked, not ftp:\n"
    )
  })
})

describe("the library's entry point", () => {
  it("loads no server, no database and nothing that opens a connection", () => {
    const reached = [...findLoadedFiles("apps/library/index.ts")]
    expect(reached).toContain("core/emails/CheckEmail.ts")
    expect(reached).toContain("adapters/lists/EmailListsEmbedded.ts")
    const unwanted =
      /^adapters\/(?:http|storage\/(?:sql|drivers))\/|^apps\/(?!library\/)|^effect\/(?:http|http-api|sql)|^@effect\/|^node:(?:http|https|net|tls|dgram|sqlite|child_process)/
    expect(reached.filter((name) => unwanted.test(name))).toEqual([])
  })

  it("detects such a module where there is one", () => {
    // Checks that the test above can fail.
    expect(findLoadedFiles("adapters/http/server/connections/NodeServer.ts")).toContain("node:http")
  })
})

describe("the embedded layers", () => {
  it.effect("review a report, which screening then uses", () =>
    Effect.gen(function*() {
      const url = "https://paypa1-login.example.com/verify"
      expect((yield* gatehouse.screenUrl(url)).ok).toBe(true)
      const { id, state } = yield* gatehouse.submitPhishingLink(url, "nobody")
      expect(state).toBe("pending")
      yield* gatehouse.reviewSubmission(id, {
        kind: "accept",
        scope: "url",
        expiresAt: null,
        force: false,
        reason: "",
        author: "ann"
      })
      expect(yield* gatehouse.screenUrl(url)).toMatchObject({ ok: false, listed: { source: "blocklist" } })
    }).pipe(Effect.provide(gatehouse.layerEmbedded)))

  it.effect("allow one port to be replaced", () =>
    Effect.gen(function*() {
      const check = yield* gatehouse.checkEmail({ email: "ann@partner.example", rules: gatehouse.noBlockRules })
      expect(check.disposable).toBe(true)
    }).pipe(Effect.provide(Layer.merge(
      gatehouse.layerEmbedded,
      gatehouse.EmailListsMemory.layer({ disposable: ["partner.example"] })
    ))))

  it.live("scan a document in their own threads, and return the verdict", () =>
    Effect.gen(function*() {
      const bytes = new TextEncoder().encode("{\\rtf1 see http://malware.wicar.org/ there}")
      const scan = yield* gatehouse.scanDocument({ name: "a.rtf", bytes })
      expect(scan).toMatchObject({ rating: "block", reasons: [{ code: "MALICIOUS_URL" }], fileName: "a.rtf" })
      expect(gatehouse.formatDocumentResponse(scan)).toMatchObject({
        ok: true,
        summary: { links_found: 1 },
        filename: "a.rtf"
      })
      const failure = yield* Effect.flip(gatehouse.scanDocument({ name: "a.txt", bytes: new Uint8Array([1]) }))
      expect(failure._tag).toBe("UnsupportedDocument")
    }).pipe(Effect.provide(gatehouse.layerEmbedded)))

  it.effect("check a batch, and count the unique addresses", () =>
    Effect.gen(function*() {
      const batch = gatehouse.parseEmailBatch(["ann@example.com", "ANN@EXAMPLE.COM", "nobody", "x@mailinator.com"])
      expect(batch.uniqueCount).toBe(2)
      const { errors, results } = yield* gatehouse.checkEmails(batch, gatehouse.noBlockRules)
      expect(results.map(({ disposable, index }) => [index, disposable])).toEqual([[0, false], [1, false], [3, true]])
      expect(errors).toMatchObject([{ index: 2, email: "nobody" }])
    }).pipe(Effect.provide(gatehouse.layerEmbedded)))
})
