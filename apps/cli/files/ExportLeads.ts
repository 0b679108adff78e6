import { Effect, Stream } from "effect"
import { markedLeads, trainingMessageOf } from "../../../core/leads/records/TrainingMessages.ts"
import { progress } from "../terminal/Progress.ts"
import { writeFileAtomically } from "./WriteFileAtomically.ts"

/** Counts of an export: the exported messages, and the marked leads without a stored message. */
export interface ExportedLeads {
  readonly messages: number
  readonly withoutText: number
}

/** Writes the stored messages of marked leads to a file, or to standard output for `-`. Each line is a JSON object. */
export const exportLeads = Effect.fn("exportLeads")(function*(path: string) {
  const bar = progress(null)
  let [messages, withoutText] = [0, 0]
  return yield* writeFileAtomically(path, (write) =>
    markedLeads.pipe(
      Stream.runForEachArray((leads) => {
        const found = leads.map(trainingMessageOf).filter((message) => message !== null)
        messages += found.length
        withoutText += leads.length - found.length
        bar.show(messages, `${messages} messages`)
        return write(found.map((message) => `${JSON.stringify(message)}\n`).join(""))
      }),
      Effect.map((): ExportedLeads => ({ messages, withoutText }))
    )).pipe(Effect.ensuring(Effect.sync(bar.end)))
})
