import { Effect, Schema, Stream } from "effect"
import { openLines } from "../files/Lines.ts"

/** Maximum number of addresses or URLs per run of `check`. */
export const itemsMax = 100_000

export class InvalidCheckInput
  extends Schema.TaggedError<InvalidCheckInput>()("InvalidCheckInput", { message: Schema.String })
{}

/**
 * Returns the items of a command line. Reads one item per line from standard input for `-`.
 *
 * @param isComment reports whether to skip a line as a comment
 */
export const readItems = Effect.fn(function*(
  args: ReadonlyArray<string>,
  isComment: (line: string) => boolean = () => false
) {
  const items: Array<string> = []
  for (const item of args) {
    if (item !== "-") items.push(item)
    else {
      yield* Stream.fromAsyncIterable(openLines("-").lines, unreadable).pipe(
        Stream.take(itemsMax + 1),
        Stream.runForEach(({ text }) =>
          Effect.sync(() => {
            const item = text.trim()
            if (item !== "" && !isComment(item)) items.push(item)
          })
        )
      )
    }
  }
  if (items.length === 0) return yield* new InvalidCheckInput({ message: "Standard input is empty." })
  if (items.length > itemsMax) {
    return yield* new InvalidCheckInput({ message: `At most ${itemsMax} items can be checked at a time.` })
  }
  return items
})

const unreadable = (cause: unknown) =>
  new InvalidCheckInput({ message: `Standard input cannot be read: ${String(cause)}` })
