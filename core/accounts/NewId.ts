import { Clock, Effect } from "effect"
import { Secrets } from "../ports/Secrets.ts"
import { uuidV7 } from "./Uuid.ts"

/** `acc_0192…`: what it names, then a UUID version 7 without its hyphens. */
export const newId = Effect.fnUntraced(function*(prefix: "acc" | "key" | "site" | "cli") {
  const secrets = yield* Secrets
  return `${prefix}_${uuidV7(yield* Clock.currentTimeMillis, secrets.randomBytes(10)).replaceAll("-", "")}`
})
