import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { createManagementKeyAs, revokeManagementKeyAs } from "../../../../core/management-keys/ManageManagementKeys.ts"
import type { ManagementKey } from "../../../../core/management-keys/ManagementKey.ts"
import { ManagementKeys } from "../../../../core/management-keys/ManagementKeys.ts"
import { managementScopes } from "../../../../core/management-keys/ManagementScope.ts"
import { accountFlag, accountFromFlag, commandLineActor } from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { printList, printResult } from "../../terminal/Output.ts"
import { formatFields, formatInstant, formatTable } from "../../terminal/Table.ts"

const create = Command.make(
  "create",
  {
    name: Flag.String("name").pipe(
      Flag.withDescription("Display name, such as the name of the script that uses the key")
    ),
    scopes: Flag.String("scope").pipe(
      Flag.withMetavar("SCOPE"),
      Flag.withDescription(
        `Access of the key, as AREA:read or AREA:write; repeatable. One of: ${managementScopes.join(", ")}`
      ),
      Flag.atLeast(1)
    ),
    days: Flag.Int("days").pipe(
      Flag.withDescription("Days until the key expires (default: the key never expires)"),
      Flag.optional
    ),
    account: accountFlag
  },
  Effect.fn(function*({ account, days, name, scopes }) {
    const { key, text } = yield* withExistingStorage(Effect.gen(function*() {
      const { id } = yield* accountFromFlag(account)
      const daysMax = Option.getOrNull(days)
      return yield* createManagementKeyAs(commandLineActor(), { accountId: id, name, scopes, daysMax })
    }))
    yield* printResult({ ...toJson(key), key: text }, () => {
      const fields = formatFields({ id: key.id, name: key.name, scopes: key.scopes.join(", "), key: text })
      return `${fields}\n\nStore the key now. It cannot be shown again.`
    })
  })
).pipe(
  Command.withDescription("Create a management key. Gatehouse shows the key once and stores only a hash."),
  Command.withExamples([
    {
      command: "gatehouse management-keys create --name import --scope rules:write --days 90",
      description: "Create a key for a script that changes rules"
    }
  ])
)

const list = Command.make(
  "list",
  { account: accountFlag },
  Effect.fn(function*({ account }) {
    const keys = yield* withExistingStorage(Effect.gen(function*() {
      return yield* (yield* ManagementKeys).list((yield* accountFromFlag(account)).id)
    }))
    yield* printList(
      keys,
      toJson,
      toTable,
      "There are no management keys yet. Run `gatehouse management-keys create --name NAME --scope SCOPE`."
    )
  })
).pipe(
  Command.withDescription("List the management keys of an account, including expired and revoked keys."),
  Command.withExamples([{ command: "gatehouse management-keys list", description: "Show ids, scopes and last use" }])
)

const toJson = (key: ManagementKey) => ({
  id: key.id,
  name: key.name,
  last_four: key.lastFour,
  scopes: key.scopes,
  created_at: key.createdAt,
  expires_at: key.expiresAt,
  last_used_at: key.lastUsedAt,
  revoked_at: key.revokedAt
})

const toTable = (keys: ReadonlyArray<ManagementKey>) =>
  formatTable(keys, [
    { title: "id", value: (key) => key.id },
    { title: "name", value: (key) => key.name },
    { title: "ends in", value: (key) => key.lastFour },
    { title: "scopes", value: (key) => key.scopes.join(" ") },
    { title: "created", value: (key) => formatInstant(key.createdAt) },
    { title: "expires", value: (key) => formatInstant(key.expiresAt) },
    { title: "last used", value: (key) => formatInstant(key.lastUsedAt) },
    { title: "revoked", value: (key) => formatInstant(key.revokedAt) }
  ])

const revoke = Command.make(
  "revoke",
  {
    id: Argument.String("id").pipe(Argument.withDescription("ID of the key, as `management-keys list` shows it")),
    account: accountFlag
  },
  Effect.fn(function*({ account, id }) {
    const { revokedAt } = yield* withExistingStorage(Effect.gen(function*() {
      return yield* revokeManagementKeyAs(commandLineActor(), (yield* accountFromFlag(account)).id, id)
    }))
    yield* printResult({ id, revoked_at: revokedAt }, () => `${id} is revoked. Running servers refuse it from now on.`)
  })
).pipe(
  Command.withDescription("Revoke a management key permanently."),
  Command.withExamples([{ command: "gatehouse management-keys revoke mgk_0mi9…", description: "Revoke a key" }])
)

export const managementKeysCommand = Command.make("management-keys").pipe(
  Command.withDescription("Create, list and revoke management keys, with which scripts manage an account."),
  Command.withExamples([
    { command: "gatehouse management-keys create --name import --scope rules:write", description: "Create a key" }
  ]),
  Command.withSubcommands([create, list, revoke])
)
