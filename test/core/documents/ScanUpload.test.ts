import { expect, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as PopularDomainsMemory from "../../../adapters/lists/PopularDomainsMemory.ts"
import * as PublicSuffixesTldts from "../../../adapters/lists/PublicSuffixesTldts.ts"
import * as BlocklistMemory from "../../../adapters/storage/memory/BlocklistMemory.ts"
import { DocumentReader } from "../../../core/documents/DocumentReader.ts"
import { scanUpload } from "../../../core/documents/ScanDocument.ts"
import { Download } from "../../../core/threats/Download.ts"
import { WebRisk } from "../../../core/threats/WebRisk.ts"

const bytes = new TextEncoder().encode("%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj")

/** For each call of the reader, whether the call transferred the bytes to the reader. */
let given: Array<boolean | undefined> = []

const layer = Layer.mergeAll(
  Layer.succeed(DocumentReader, {
    judge: (_, isTransferable) => {
      given.push(isTransferable)
      return Effect.succeed({
        sha256: "0".repeat(64),
        findings: [],
        links: [],
        hasEmbeddedFiles: false,
        hasMacros: false
      })
    }
  }),
  Layer.succeed(Download, {
    fetch: (url) => Effect.succeed({ bytes, fileName: "a.pdf", contentType: null, finalUrl: url }),
    status: Effect.succeed({ live: true } as const)
  }),
  Layer.succeed(WebRisk, {
    check: () => Effect.succeed({ threat: null, observed: [], stale: [] }),
    status: Effect.succeed([])
  }),
  PublicSuffixesTldts.layer,
  PopularDomainsMemory.layer([]),
  BlocklistMemory.layer
)

it.effect("passes ownership of the bytes to the reader, uploaded or fetched", () =>
  Effect.gen(function*() {
    given = []
    yield* scanUpload({ file: { name: "a.pdf", bytes } })
    yield* scanUpload({ url: "https://example.com/a.pdf" })
    expect(given).toEqual([true, true])
  }).pipe(Effect.provide(layer)))

it.effect("requires a file or an address, but not both", () =>
  Effect.gen(function*() {
    given = []
    for (const upload of [{}, { file: { name: "a.pdf", bytes }, url: "https://example.com/a.pdf" }]) {
      expect(yield* Effect.flip(scanUpload(upload))).toMatchObject({ _tag: "FileXorUrl" })
    }
    expect(given).toEqual([])
  }).pipe(Effect.provide(layer)))
