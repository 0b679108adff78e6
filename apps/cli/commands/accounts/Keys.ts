import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { ApiKey } from "../../../../core/keys/ApiKey.ts"
import { requestsPerMinuteDefault } from "../../../../core/keys/ApiKey.ts"
import { ApiKeys } from "../../../../core/keys/ApiKeys.ts"
import { createKeyAs, revokeKeyAs } from "../../../../core/keys/ManageKeys.ts"
import { accountFlag, accountFromFlag, commandLineActor } from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { printList, printResult } from "../../terminal/Output.ts"
import { formatFields, formatInstant, formatTable } from "../../terminal/Table.ts"

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(Flag.withDescription("Display name, such as where the key is used")),
    limit: Flag.Int("requests-per-minute").pipe(
      Flag.withDescription(`Maximum requests per minute (default ${requestsPerMinuteDefault})`),
      Flag.optional
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, limit, name }) {
    const { key, text } = yield* withExistingStorage(Effect.gen(function*() {
      const { id } = yield* accountFromFlag(account)
      return yield* createKeyAs(commandLineActor(), {
        accountId: id,
        name,
        ...Option.match(limit, { onNone: () => ({}), onSome: asLimit })
      })
    }))
    yield* printResult(
      { id: key.id, key: text },
      () => `${formatFields({ id: key.id, name: key.name, key: text })}\n\nStore the key now. It cannot be shown again.`
    )
  })
).pipe(
  Command.withDescription("Create an API key. It is shown once and stored only as a hash."),
  Command.withExamples([
    { command: "gatehouse keys create --name website", description: "A key with the default rate limit" },
    { command: "gatehouse keys create --name batch --requests-per-minute 6000", description: "A key for heavy use" },
    { command: "gatehouse keys create --name ci --json", description: "{\"id\":\"key_…\",\"key\":\"gh_live_…\"}" }
  ])
)

const asLimit = (requestsPerMinute: number) => ({ requestsPerMinute })

const list = Command.make(
  "list",
  { account: accountFlag },
  Effect.fn(function*({ account }) {
    const keys = yield* withExistingStorage(Effect.gen(function*() {
      const { id } = yield* accountFromFlag(account)
      return yield* (yield* ApiKeys).list(id)
    }))
    yield* printList(keys, toJson, toTable, "There are no keys yet. Run `gatehouse keys create --name NAME`.")
  })
).pipe(
  Command.withDescription("List the API keys of an account, including revoked keys."),
  Command.withExamples([{ command: "gatehouse keys list", description: "IDs, last four characters and last use" }])
)

const toJson = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  last_four: key.lastFour,
  requests_per_minute: key.requestsPerMinute,
  created_at: key.createdAt,
  last_used_at: key.lastUsedAt,
  revoked_at: key.revokedAt
})

const toTable = (keys: ReadonlyArray<ApiKey>) =>
  formatTable(keys, [
    { title: "id", value: (key) => key.id },
    { title: "name", value: (key) => key.name },
    { title: "ends in", value: (key) => key.lastFour },
    { title: "a minute", align: "right", value: (key) => key.requestsPerMinute },
    { title: "created", value: (key) => formatInstant(key.createdAt) },
    { title: "last used", value: (key) => formatInstant(key.lastUsedAt) },
    { title: "revoked", value: (key) => formatInstant(key.revokedAt) }
  ])

const revoke = Command.make(
  "revoke",
  {
    id: Argument.String("id").pipe(Argument.withDescription("ID of the key, as `keys list` shows it")),
    account: accountFlag
  },
  Effect.fn(function*({ account, id }) {
    const { revokedAt } = yield* withExistingStorage(Effect.gen(function*() {
      return yield* revokeKeyAs(commandLineActor(), (yield* accountFromFlag(account)).id, id)
    }))
    yield* printResult(
      { id, revoked_at: revokedAt },
      () => `${id} is revoked. Running servers refuse it within a second.`
    )
  })
).pipe(
  Command.withDescription("Revoke an API key permanently."),
  Command.withExamples([{ command: "gatehouse keys revoke key_0mi9…", description: "Revoke a key" }])
)

export const keysCommand = Command.make("keys").pipe(
  Command.withDescription("Create, list and revoke API keys."),
  Command.withExamples([{ command: "gatehouse keys create --name website", description: "Create a key" }]),
  Command.withSubcommands([create, list, revoke])
)
