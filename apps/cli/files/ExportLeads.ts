import { Effect, Stream } from "effect"
import { markedLeads, trainingMessageOf } from "../../../core/leads/records/TrainingMessages.ts"
import { progress } from "../terminal/Progress.ts"
import { writeFileAtomically } from "./WriteFileAtomically.ts"

/** Number of exported leads, and of marked leads whose messages were not stored. */
export interface ExportedLeads {
  readonly messages: number
  readonly withoutText: number
}

/** Writes the message of every marked lead that has one, one per line, to a file, or to standard output for `-`. */
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
