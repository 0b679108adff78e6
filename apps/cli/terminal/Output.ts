import { Console, Effect } from "effect"
import { Flag, GlobalFlag } from "effect/cli"

/** Flag `--json`, which may come before or after any command. */
export const JsonFlag = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(
    Flag.withDescription("Print one line of JSON"),
    Flag.withoutNegation,
    Flag.withDefault(false)
  )
})

/** Prints the result of a command as JSON or as text. Times are ISO 8601 in JSON. */
export const printResult = (json: unknown, human: () => string) =>
  Effect.flatMap(JsonFlag, (isJson) => Console.log(isJson ? JSON.stringify(json) : human()))

/** Prints a list. In JSON, an empty list is an empty array; as text, it is `whenEmpty`. */
export const printList = <A>(
  items: ReadonlyArray<A>,
  json: (item: A) => unknown,
  human: (items: ReadonlyArray<A>) => string,
  whenEmpty: string
) => printResult(items.map(json), () => items.length === 0 ? whenEmpty : human(items))
