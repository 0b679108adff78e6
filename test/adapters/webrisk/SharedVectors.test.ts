import { Result } from "effect"
import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { beforeEach, describe, expect, it } from "vitest"
import { decodeSafeBrowsingNumbers } from "../../../adapters/webrisk/rice/RiceSafeBrowsing.ts"
import { fromHex } from "../../support/Bytes.ts"
import { needs } from "../../support/TestRun.ts"

/** Path of additional vectors from outside the repository. Some of them have no license. */
const file = fileURLToPath(new URL("../../../../shared/vectors/rice-v5.json", import.meta.url))

interface Vector {
  readonly firstValue: number
  readonly riceParameter: number
  readonly entriesCount: number
  readonly encodedDataHex: string
  readonly values?: ReadonlyArray<number>
}

const decode = ({ encodedDataHex, entriesCount, firstValue, riceParameter }: Vector) =>
  decodeSafeBrowsingNumbers({
    first: fromHex(firstValue.toString(16).padStart(8, "0")),
    riceParameter,
    entriesCount,
    encodedData: fromHex(encodedDataHex)
  })

describe("external test vectors", { tags: [needs.vectors] }, () => {
  beforeEach(({ skip }) => skip(!existsSync(file), "../shared/vectors/rice-v5.json is missing"))

  const vectors = (): { rejects: ReadonlyArray<Vector>; small: ReadonlyArray<Vector> } =>
    JSON.parse(readFileSync(file, "utf8"))

  it("are rejected if they are invalid", () => {
    expect(vectors().rejects.filter((vector) => Result.isSuccess(decode(vector)))).toEqual([])
    expect(vectors().rejects.length).toBeGreaterThan(9)
  })

  it("are decoded if they are valid", () => {
    for (const vector of vectors().small) expect([...Result.getOrThrow(decode(vector))]).toEqual(vector.values)
  })
})
