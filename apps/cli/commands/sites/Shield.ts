import { Clock, Effect, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { activeKeyOf, keyPropagationSeconds, subkeyOf } from "../../../../adapters/crypto/SealsNode.ts"
import { KeyRing, newRingKey, type RingKey } from "../../../../core/shield/KeyRing.ts"
import { clockSkewSecondsMax, ticketSecondsMax } from "../../../../core/shield/ShieldTimes.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { answer, answerList } from "../../terminal/Output.ts"
import { sheet, table, when } from "../../terminal/Table.ts"

const advice =
  "With it an edge makes degraded tokens while this service is away, and nothing else. It works for as long as\n" +
  "the key of this id is in the ring: print it again when you rotate Shield's keys."

const shieldEdgeKey = Command.make(
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

/** Returns the key that every instance knows. An empty ring gets its first key, as at server startup. */
const makingKey = Effect.gen(function*() {
  const ring = yield* KeyRing
  if ((yield* ring.list).length === 0) yield* ring.add(yield* newRingKey, { onlyFirst: true })
  const key = activeKeyOf(yield* ring.list, yield* Clock.currentTimeMillis)
  return yield* Effect.fromNullishOr(key).pipe(Effect.orDie)
})

/** Minimum age in seconds of the newest key before older keys are obsolete: the newest key is in use, and the last ticket has expired. */
export const replacedSecondsMin = keyPropagationSeconds + ticketSecondsMax + clockSkewSecondsMax

export class KeysStillNeeded extends Schema.TaggedError<KeysStillNeeded>()("KeysStillNeeded", {
  seconds: Schema.Number
}) {
  override get message(): string {
    return `People are filling in forms with tokens of the older keys: wait another ${this.seconds} s, or say --now, which makes them void.`
  }
}

type KeyState = "settling" | "makes tokens" | "is read"

const stateOf = (key: RingKey, ring: ReadonlyArray<RingKey>, nowMillis: number): KeyState => {
  const making = activeKeyOf(ring, nowMillis)
  if (key.id === making?.id) return "makes tokens"
  return making !== undefined && ring.indexOf(key) < ring.indexOf(making) ? "settling" : "is read"
}

const list = Command.make(
  "list",
  {},
  Effect.fn(function*() {
    const ring = yield* withExistingStorage(Effect.flatMap(KeyRing, (keys) => keys.list))
    const now = yield* Clock.currentTimeMillis
    yield* answerList(
      ring,
      (key) => ({ id: key.id, state: stateOf(key, ring, now), created_at: key.createdAt }),
      (keys) =>
        table(keys, [
          { title: "id", of: (key) => key.id },
          { title: "state", of: (key) => stateOf(key, ring, now) },
          { title: "created", of: (key) => when(key.createdAt) }
        ]),
      "There is no key yet: the server makes the first one when it starts."
    )
  })
).pipe(
  Command.withDescription("List Shield's keys, newest first. What is secret of them is never shown."),
  Command.withExamples([{ command: "gatehouse shield keys list", description: "Which key makes tokens" }])
)

const add = Command.make(
  "add",
  {},
  Effect.fn(function*() {
    const key = yield* withExistingStorage(Effect.gen(function*() {
      const key = yield* newRingKey
      yield* (yield* KeyRing).add(key)
      return key
    }))
    yield* answer(
      { id: key.id, created_at: key.createdAt },
      () =>
        `Key ${key.id} is in the ring. It makes tokens in ${keyPropagationSeconds} s, when every instance knows it, or at once where it is the ` +
        "first. Older keys go on being read until they are retired: `gatehouse shield keys retire`."
    )
  })
).pipe(
  Command.withDescription(
    "Add a key to the ring. It takes over by itself, without a restart; what older keys made stays good until they are retired."
  ),
  Command.withExamples([{ command: "gatehouse shield keys add", description: "The first half of a rotation" }])
)

const retire = Command.make(
  "retire",
  {
    now: Flag.Boolean("now").pipe(
      Flag.withDescription(
        "Even where tokens of older keys are still on their way: they become void, for a key that got out"
      ),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  Effect.fn(function*({ now }) {
    const { kept, retired } = yield* withExistingStorage(Effect.gen(function*() {
      const keys = yield* KeyRing
      const [newest, ...older] = yield* keys.list
      if (newest === undefined || older.length === 0) return { kept: newest?.id ?? null, retired: 0 }
      const age = (yield* Clock.currentTimeMillis) - newest.createdAt.getTime()
      const seconds = Math.ceil(replacedSecondsMin - age / 1_000)
      if (seconds > 0 && !now) return yield* new KeysStillNeeded({ seconds })
      return { kept: newest.id, retired: yield* keys.retire(newest.createdAt) }
    }))
    yield* answer(
      { retired, kept },
      () => retired === 0 ? "There is no older key to retire." : `${retired} retired; ${kept} is the one that is left.`
    )
  })
).pipe(
  Command.withDescription(
    "Retire every key but the newest: what they made is not read any more. Refused while that would break forms that people are filling in. " +
      "A running server follows within a minute."
  ),
  Command.withExamples([
    {
      command: "gatehouse shield keys retire",
      description: "The second half of a rotation, a quarter of an hour later"
    },
    { command: "gatehouse shield keys retire --now", description: "A key has got out" }
  ])
)

const keys = Command.make("keys").pipe(
  Command.withDescription(
    "The ring of keys that Shield makes challenges and tokens with. Nothing removes a key by itself: to change over, add one, wait a quarter " +
      "of an hour, and retire the others."
  ),
  Command.withExamples([{ command: "gatehouse shield keys list", description: "The keys there are" }]),
  Command.withSubcommands([list, add, retire])
)

export const shield = Command.make("shield").pipe(
  Command.withDescription("Shield itself; for the sites that it protects see `gatehouse sites`."),
  Command.withExamples([{ command: "gatehouse shield keys list", description: "Shield's keys" }]),
  Command.withSubcommands([keys, shieldEdgeKey])
)
