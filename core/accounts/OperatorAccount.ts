import { Effect } from "effect"
import { Accounts } from "./Accounts.ts"

/** The account of whoever runs the server: the oldest one. Its members change threat data, which all share. Null without any. */
export const operatorAccountId = Effect.gen(function*() {
  const [oldest] = yield* (yield* Accounts).list
  return oldest?.id ?? null
}).pipe(Effect.withSpan("operatorAccountId"))
