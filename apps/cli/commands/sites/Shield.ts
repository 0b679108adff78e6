import { Clock, Effect, Schema } from "effect"
import { Command, Flag } from "effect/cli"
import { activeKeyOf, keyPropagationSeconds, subkeyOf } from "../../../../adapters/crypto/SealsNode.ts"
import { KeyRing, newRingKey, type RingKey } from "../../../../core/shield/KeyRing.ts"
import { clockSkewSecondsMax, ticketSecondsMax } from "../../../../core/shield/ShieldTimes.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { printList, printResult } from "../../terminal/Output.ts"
import { formatFields, formatInstant, formatTable } from "../../terminal/Table.ts"

const advice =
  "An edge server uses this key to issue degraded tokens while Gatehouse is unavailable, and for nothing else. It is valid as long as\n" +
  "the key with this id is in the ring. Print it again after rotating Shield's keys."

const edgeKeyCommand = Command.make(
  "edge-key",
  {},
  Effect.fn(function*() {
    const key = yield* withExistingStorage(activeKey)
    const text = Buffer.from(subkeyOf(key, "sign", "degraded")).toString("base64url")
    yield* printResult(
      { key_id: key.id, key: text },
      () => `${formatFields({ "key id": key.id, "edge's key": text })}\n\n${advice}`
    )
  })
).pipe(
  Command.withDescription("Print the key with which an edge server issues degraded Shield tokens."),
  Command.withExamples([{
    command: "gatehouse shield edge-key --json",
    description: "Print it for the edge server's secret store"
  }])
)

/**
 * Returns the active key, which every instance has loaded. Adds a first key to an empty ring, as the server does at
 * startup.
 */
const activeKey = Effect.gen(function*() {
  const ring = yield* KeyRing
  if ((yield* ring.list).length === 0) yield* ring.add(yield* newRingKey, { onlyFirst: true })
  const key = activeKeyOf(yield* ring.list, yield* Clock.currentTimeMillis)
  return yield* Effect.fromNullishOr(key).pipe(Effect.orDie)
})

/**
 * Minimum age in seconds of the newest key before older keys can be retired. By then, every instance uses the newest
 * key, and tickets of older keys have expired.
 */
export const newestKeySecondsMin = keyPropagationSeconds + ticketSecondsMax + clockSkewSecondsMax

export class KeysStillNeeded extends Schema.TaggedError<KeysStillNeeded>()("KeysStillNeeded", {
  seconds: Schema.Number
}) {
  override get message(): string {
    return `Some open forms have tokens of the older keys. Wait another ${this.seconds} s, or use --now to invalidate those tokens.`
  }
}

type KeyState = "settling" | "issues tokens" | "verifies only"

const keyStateOf = (key: RingKey, ring: ReadonlyArray<RingKey>, nowMillis: number): KeyState => {
  const active = activeKeyOf(ring, nowMillis)
  if (key.id === active?.id) return "issues tokens"
  return active !== undefined && ring.indexOf(key) < ring.indexOf(active) ? "settling" : "verifies only"
}

const list = Command.make(
  "list",
  {},
  Effect.fn(function*() {
    const ring = yield* withExistingStorage(Effect.flatMap(KeyRing, (keys) => keys.list))
    const now = yield* Clock.currentTimeMillis
    yield* printList(
      ring,
      (key) => ({ id: key.id, state: keyStateOf(key, ring, now), created_at: key.createdAt }),
      (keys) =>
        formatTable(keys, [
          { title: "id", value: (key) => key.id },
          { title: "state", value: (key) => keyStateOf(key, ring, now) },
          { title: "created", value: (key) => formatInstant(key.createdAt) }
        ]),
      "There are no keys yet. The server creates the first one when it starts."
    )
  })
).pipe(
  Command.withDescription("List Shield's keys, newest first. Secrets are never shown."),
  Command.withExamples([{ command: "gatehouse shield keys list", description: "Show which key issues tokens" }])
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
    yield* printResult(
      { id: key.id, created_at: key.createdAt },
      () =>
        `Key ${key.id} was added. It issues tokens in ${keyPropagationSeconds} s, when every instance has loaded it, or immediately if it is the ` +
        "first key. Older keys still verify tokens until you retire them with `gatehouse shield keys retire`."
    )
  })
).pipe(
  Command.withDescription(
    "Add a key to the ring. It takes over without a restart. Tokens of older keys stay valid until you retire those keys."
  ),
  Command.withExamples([{ command: "gatehouse shield keys add", description: "First step of a rotation" }])
)

const retire = Command.make(
  "retire",
  {
    now: Flag.Boolean("now").pipe(
      Flag.withDescription(
        "Retire even if tokens of older keys are in use, which invalidates them. Use it after a key leaked"
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
      const seconds = Math.ceil(newestKeySecondsMin - age / 1_000)
      if (seconds > 0 && !now) return yield* new KeysStillNeeded({ seconds })
      return { kept: newest.id, retired: yield* keys.retire(newest.createdAt) }
    }))
    yield* printResult(
      { retired, kept },
      () => retired === 0 ? "There are no older keys to retire." : `${retired} retired. ${kept} is the remaining key.`
    )
  })
).pipe(
  Command.withDescription(
    "Retire all keys except the newest. Their tokens become invalid, so this is refused while open forms may use them. " +
      "Running servers apply it within a minute."
  ),
  Command.withExamples([
    {
      command: "gatehouse shield keys retire",
      description: "Second step of a rotation, 15 minutes later"
    },
    { command: "gatehouse shield keys retire --now", description: "After a key leaked" }
  ])
)

const keysCommand = Command.make("keys").pipe(
  Command.withDescription(
    "Manage the keys that sign Shield's challenges and tokens. To rotate, add a key, wait 15 minutes " +
      "and retire the others. Keys are never removed automatically."
  ),
  Command.withExamples([{ command: "gatehouse shield keys list", description: "List the keys" }]),
  Command.withSubcommands([list, add, retire])
)

export const shieldCommand = Command.make("shield").pipe(
  Command.withDescription("Manage Shield's keys. To manage protected sites, see `gatehouse sites`."),
  Command.withExamples([{ command: "gatehouse shield keys list", description: "Shield's keys" }]),
  Command.withSubcommands([keysCommand, edgeKeyCommand])
)
