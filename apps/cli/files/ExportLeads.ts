import { Effect, Stream } from "effect"
import { markedLeads, trainingMessageOf } from "../../../core/leads/records/ExportMarks.ts"
import { progress } from "../terminal/Progress.ts"
import { writeWhole } from "./WholeFile.ts"

/** How many marked leads went into an export, and how many could not: their messages were not kept. */
export interface ExportedLeads {
  readonly messages: number
  readonly withoutText: number
}

/** Writes the message of every marked lead that has one, a line each, to a file or for `-` to standard output. */
export const exportLeads = Effect.fn("exportLeads")(function*(path: string) {
  const bar = progress(null)
  let [messages, withoutText] = [0, 0]
  return yield* writeWhole(path, (write) =>
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
