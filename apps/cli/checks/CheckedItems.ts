import { Effect, Schema, Stream } from "effect"
import { openLines } from "../files/Lines.ts"

/** Maximum number of addresses or URLs per `check`. */
export const checkedMax = 100_000

export class NotChecked extends Schema.TaggedError<NotChecked>()("NotChecked", { message: Schema.String }) {}

/**
 * Reads the items of a command line; `-` stands for the lines of standard input.
 *
 * @param isRemark whether a line is a comment, to be skipped like an empty one
 */
export const checkedItems = Effect.fn(function*(
  named: ReadonlyArray<string>,
  isRemark: (line: string) => boolean = () => false
) {
  const items: Array<string> = []
  for (const item of named) {
    if (item !== "-") items.push(item)
    else {
      yield* Stream.fromAsyncIterable(openLines("-").lines, unreadable).pipe(
        Stream.take(checkedMax + 1),
        Stream.runForEach(({ text }) =>
          Effect.sync(() => {
            const item = text.trim()
            if (item !== "" && !isRemark(item)) items.push(item)
          })
        )
      )
    }
  }
  if (items.length === 0) return yield* new NotChecked({ message: "Standard input is empty." })
  if (items.length > checkedMax) {
    return yield* new NotChecked({ message: `At most ${checkedMax} items can be checked at a time.` })
  }
  return items
})

const unreadable = (cause: unknown) => new NotChecked({ message: `Standard input cannot be read: ${String(cause)}` })
