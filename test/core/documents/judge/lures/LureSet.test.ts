import { describe, expect, it } from "vitest"
import { type Half, rateLure, readHalf } from "./LureSet.ts"

describe.each<{ readonly half: Half; readonly recallMin: number; readonly warnedMax: number }>([
  { half: "development", recallMin: 0.95, warnedMax: 0.05 },
  { half: "heldOut", recallMin: 0.85, warnedMax: 0.25 }
])("the labeled documents: $half", ({ half, recallMin, warnedMax }) => {
  const documents = readHalf(half).map((document) => ({ ...document, rating: rateLure(document) }))
  const phishing = documents.filter(({ label }) => label === "phishing")
  const ordinary = documents.filter(({ label }) => label === "ordinary")

  it("are warned of or blocked if they are phishing", () => {
    const found = phishing.filter(({ rating }) => rating !== "ok")
    expect(found.length / phishing.length).toBeGreaterThanOrEqual(recallMin)
  })

  it("are never blocked if they are ordinary, and seldom warned of", () => {
    expect(ordinary.filter(({ rating }) => rating === "block")).toEqual([])
    const warned = ordinary.filter(({ rating }) => rating === "warn")
    expect(warned.length / ordinary.length).toBeLessThanOrEqual(warnedMax)
  })
})
