import { Effect, Schema, Stream } from "effect"
import { openLines } from "./Lines.ts"

/** Addresses or URLs of one `check`. */
export const checkedMax = 100_000

export class NotChecked extends Schema.TaggedError<NotChecked>()("NotChecked", { message: Schema.String }) {}

/** The items of a command line; `-` stands for the lines of standard input. */
export const checkedItems = Effect.fn(function*(named: ReadonlyArray<string>) {
  const items: Array<string> = []
  for (const item of named) {
    if (item !== "-") items.push(item)
    else {
      yield* Stream.fromAsyncIterable(openLines("-").lines, unreadable).pipe(
        Stream.take(checkedMax + 1),
        Stream.runForEach(({ text }) => Effect.sync(() => text.trim() === "" ? 0 : items.push(text.trim())))
      )
    }
  }
  if (items.length === 0) return yield* new NotChecked({ message: "There is nothing to check on standard input." })
  if (items.length > checkedMax) {
    return yield* new NotChecked({ message: `At most ${checkedMax} can be checked at a time.` })
  }
  return items
})

const unreadable = (cause: unknown) => new NotChecked({ message: `Standard input cannot be read: ${String(cause)}` })
