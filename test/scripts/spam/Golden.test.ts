import { describe, expect, it } from "vitest"
import { spamClassifier } from "../../../adapters/spam/SpamClassifierEmbedded.ts"
import golden from "./golden.json" with { type: "json" }

/**
 * Checks that the released model gives each text exactly its stored probability, on every runtime.
 *
 * If this fails, the code and the model do not match. `npm run spam:train` writes both the model and the scores.
 */
describe("scores of the released model", () => {
  it("are numerous, in many languages", () => {
    expect(golden.length).toBeGreaterThanOrEqual(50)
    expect(new Set(golden.map(({ language }) => language)).size).toBeGreaterThanOrEqual(15)
  })

  it.each(golden)("$language $probability", ({ language, probability, text }) => {
    expect(spamClassifier.judge(text, language).probability).toBe(probability)
  })
})
