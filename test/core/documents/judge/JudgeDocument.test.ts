import { describe, expect, it } from "vitest"
import type { DocumentFacts } from "../../../../core/documents/facts/DocumentFacts.ts"
import type { Fact } from "../../../../core/documents/facts/Fact.ts"
import { judgeDocument } from "../../../../core/documents/judge/JudgeDocument.ts"

const script = (at: number): Fact => ({
  kind: "action",
  action: { kind: "JavaScript", trigger: "open", target: null, script: `app.alert(${at})` },
  where: `object ${at}`
})

const macros = (at: number): Fact => ({
  kind: "vba",
  modules: [{ name: "M", source: `Sub A${at}()\nBeep\nEnd Sub\n` }],
  isStomped: false,
  isPurged: false,
  isMisplaced: false,
  where: `project ${at}`
})

const documentOf = (facts: ReadonlyArray<Fact>, files: DocumentFacts["files"] = []): DocumentFacts => ({
  type: "pdf",
  facts,
  files
})

const fileOf = (document: DocumentFacts): DocumentFacts["files"][number] => ({
  name: "a.pdf",
  otherNames: [],
  as: "attachment",
  where: "object 1",
  bytes: 1,
  unread: null,
  kind: "pdf",
  document,
  files: []
})

const stepsOf = (document: DocumentFacts): number => {
  let steps = 0
  judgeDocument(document, () => void steps++)
  return steps
}

describe("judging a document", () => {
  it("takes a step for each script and each macro project", () => {
    const none = stepsOf(documentOf([]))
    expect(stepsOf(documentOf([script(1)]))).toBeGreaterThan(none)
    expect(stepsOf(documentOf([script(1), script(2), script(3)])) - stepsOf(documentOf([script(1)])))
      .toBeGreaterThanOrEqual(2)
    expect(stepsOf(documentOf([macros(1), macros(2), macros(3)])) - stepsOf(documentOf([macros(1)])))
      .toBeGreaterThanOrEqual(2)
  })

  it("takes steps for each embedded file, at any depth", () => {
    const inner = documentOf([script(1)], [fileOf(documentOf([script(2)]))])
    expect(stepsOf(documentOf([], [fileOf(inner)]))).toBeGreaterThanOrEqual(3 * stepsOf(documentOf([])))
  })

  it("stops before any step that is not permitted", () => {
    const document = documentOf([script(1), macros(2)], [fileOf(documentOf([script(3)]))])
    const all = stepsOf(document)
    for (let allowed = 0; allowed < all; allowed++) {
      let steps = 0
      expect(() =>
        judgeDocument(document, () => {
          if (steps++ === allowed) throw new Error("late")
        })
      ).toThrow("late")
      expect(steps).toBe(allowed + 1)
    }
  })
})
