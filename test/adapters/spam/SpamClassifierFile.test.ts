import { Effect } from "effect"
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { spamClassifier } from "../../../adapters/spam/SpamClassifierEmbedded.ts"
import { layer, modelBytesMax } from "../../../adapters/spam/SpamClassifierFile.ts"
import { SpamClassifier } from "../../../core/messages/SpamClassifier.ts"

const folder = mkdtempSync(join(tmpdir(), "gatehouse-model-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const released = readFileSync(join(import.meta.dirname, "../../../adapters/spam/data/messages.model"))

const write = (name: string, bytes: Uint8Array): string => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

const judged = (path: string, text: string) =>
  Effect.runPromise(
    SpamClassifier.use((classifier) => Effect.succeed(classifier.judge(text, "en"))).pipe(
      Effect.provide(layer(path)),
      Effect.result
    )
  )

it("a model from a file gives the same results as the embedded one", async () => {
  const text = "We offer cheap loans to your business, without any credit check. Reply today."
  expect(await judged(write("a.model", released), text)).toMatchObject({ success: spamClassifier.judge(text, "en") })
})

it("an invalid file fails at startup", async () => {
  const damaged = Uint8Array.from(released)
  damaged[damaged.length >> 1]! ^= 1
  const large = write("large.model", released)
  truncateSync(large, modelBytesMax + 1)
  const expectedLines = [
    join(folder, "none.model"),
    write("damaged.model", damaged),
    write("empty.model", new Uint8Array()),
    large
  ]
  expect(await judged(large, "Hello")).toMatchObject({
    failure: { message: expect.stringContaining(`the maximum is ${modelBytesMax}`) }
  })
  for (const path of expectedLines) {
    expect(await judged(path, "Hello")).toMatchObject({
      failure: {
        _tag: "SpamModelUnreadable",
        message: expect.stringContaining(`The spam model ${path} cannot be used: `)
      }
    })
  }
})
