import { Effect } from "effect"
import { layerEmbedded, scanDocument } from "gatehouse"

const bytes = new TextEncoder().encode(
  "%PDF-1.7\n1 0 obj<</Type/Catalog/OpenAction<</S/Launch/F(cmd.exe)>>>>endobj\ntrailer<</Root 1 0 R>>"
)

const program = Effect.gen(function*() {
  const { rating, reasons, score } = yield* scanDocument({ name: "invoice.pdf", bytes })
  return `${rating} (${score}): ${reasons.map(({ message }) => message).join("; ")}`
})

Effect.runPromise(Effect.provide(program, layerEmbedded)).then(console.log, console.error)
