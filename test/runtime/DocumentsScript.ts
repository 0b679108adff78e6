/** Run by each runtime: what scans in threads of their own say there of the files of a folder, as JSON. */
import { Effect } from "effect"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import * as DocumentReaderPool from "../../adapters/documents/pool/DocumentReaderPool.ts"
import { DocumentReader, type JudgedDocument } from "../../core/ports/DocumentReader.ts"
import { makePdf } from "../adapters/documents/pdf/MakePdf.ts"
import { slowPdf } from "../adapters/documents/pdf/SlowPdf.ts"

const judged = (layer: ReturnType<typeof DocumentReaderPool.layer>, files: ReadonlyArray<Uint8Array>) =>
  Effect.runPromise(
    Effect.gen(function*() {
      const { judge } = yield* DocumentReader
      const judgeOne = (bytes: Uint8Array) =>
        judge(bytes).pipe(Effect.catch(({ _tag }) => Effect.succeed<JudgedDocument | string>(_tag)))
      return yield* Effect.forEach(files, judgeOne, { concurrency: "unbounded" })
    }).pipe(Effect.provide(layer))
  )

const folder = process.argv[2]!
const names = readdirSync(folder).toSorted()
const answers = await judged(
  DocumentReaderPool.layer({ workers: 1, readMillisMax: 60_000, jobMillisMax: 60_000, queuedDocumentsMax: 1_000 }),
  names.map((name) => new Uint8Array(readFileSync(join(folder, name))))
)

const slow = slowPdf(30)
const small = makePdf({ 1: "<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>" }, "none")

/** The thread that takes too long is ended, and another takes what waits; of four, one finds no room. */
const impatient = await judged(
  DocumentReaderPool.layer({ workers: 1, readMillisMax: 60_000, jobMillisMax: 400, queuedDocumentsMax: 2 }),
  [slow, small, small, small]
)

console.log(JSON.stringify({
  answers: Object.fromEntries(names.map((name, at) => [name, answers[at]])),
  impatient: impatient.map((answer) =>
    typeof answer === "string" ? answer : answer.findings.map(({ code, message }) => `${code}: ${message}`).join("; ")
  )
}))
