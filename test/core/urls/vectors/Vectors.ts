import { existsSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { needs } from "../../../support/TestRun.ts"
import { type Disagreement, disagreements } from "./Disagreements.ts"

/** The expected result of a published case, and the actual one. */
export interface Outcome {
  readonly input: string
  readonly published: unknown
  readonly ours: unknown
}

/** A vector file contains lists of cases by name. Each list has its own fields. */
export type VectorFile = Readonly<Record<string, ReadonlyArray<Readonly<Record<string, unknown>>>>>

const shared = new URL("../../../../../shared/vectors/", import.meta.url)

const read = (url: URL): VectorFile => JSON.parse(readFileSync(url, "utf8")) as VectorFile

/**
 * Runs a file of published vectors.
 *
 * Every case must agree or be a known disagreement, and every known disagreement must occur. The larger set of vectors
 * is also run if it is next to the repository.
 */
export const publishedVectors = (name: string, outcomes: (file: VectorFile) => ReadonlyArray<Outcome>): void => {
  describe(`${name}.json`, () => {
    const known = disagreements.filter(({ file }) => file === name)

    it("agrees case by case, except for documented disagreements", () => {
      const run = outcomes(read(new URL(`${name}.json`, import.meta.url)))
      expect(run.length).toBeGreaterThan(0)
      expect(differing(run)).toEqual(known.filter(({ isLarger }) => isLarger !== true).map(asOutcome))
    })

    const larger = new URL(`${name}.json`, shared)
    it("agrees with the larger set", { tags: [needs.vectors] }, ({ skip }) => {
      skip(!existsSync(larger), `../shared/vectors/${name}.json is missing`)
      expect(differing(outcomes(read(larger)))).toEqual(known.map(asOutcome))
    })
  })
}

const differing = (run: ReadonlyArray<Outcome>): ReadonlyArray<Outcome> =>
  run.filter(({ ours, published }) => JSON.stringify(ours) !== JSON.stringify(published))

const asOutcome = ({ input, ours, published }: Disagreement): Outcome => ({ input, published, ours })
