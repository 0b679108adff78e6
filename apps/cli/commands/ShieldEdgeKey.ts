import { Clock, Effect } from "effect"
import { Command } from "effect/cli"
import { makingKeyOf, subkeyOf } from "../../../adapters/crypto/SealsNode.ts"
import { KeyRing } from "../../../core/shield/KeyRing.ts"
import { newRingKey } from "../../../core/shield/NewRingKey.ts"
import { withExistingStorage } from "../storage/Storage.ts"
import { answer } from "../terminal/Output.ts"
import { sheet } from "../terminal/Table.ts"

const advice =
  "With it an edge makes degraded tokens while this service is away, and nothing else. It works for as long as\n" +
  "the key of this id is in the ring: print it again when you rotate Shield's keys."

export const shieldEdgeKey = Command.make(
  "edge-key",
  {},
  Effect.fn(function*() {
    const key = yield* withExistingStorage(makingKey)
    const text = Buffer.from(subkeyOf(key, "sign", "degraded")).toString("base64url")
    yield* answer(
      { key_id: key.id, key: text },
      () => `${sheet({ "key id": key.id, "edge's key": text })}\n\n${advice}`
    )
  })
).pipe(
  Command.withDescription("Print the key with which an edge in front of this service makes degraded tokens of Shield."),
  Command.withExamples([{ command: "gatehouse shield edge-key --json", description: "For the edge's secrets" }])
)

/** The key that every instance knows; an empty ring gets its first one, as when the server starts. */
const makingKey = Effect.gen(function*() {
  const ring = yield* KeyRing
  if ((yield* ring.list).length === 0) yield* ring.add(yield* newRingKey, { onlyFirst: true })
  const key = makingKeyOf(yield* ring.list, yield* Clock.currentTimeMillis)
  return yield* Effect.fromNullishOr(key).pipe(Effect.orDie)
})
