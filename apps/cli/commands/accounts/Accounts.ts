import { Effect } from "effect"
import { Command, Flag } from "effect/cli"
import { Accounts } from "../../../../core/accounts/Accounts.ts"
import { createAccount } from "../../../../core/accounts/ManageAccounts.ts"
import { Ledger } from "../../../../core/credits/Ledger.ts"
import { withExistingStorage, withStorage } from "../../storage/Storage.ts"
import { printList, printResult } from "../../terminal/Output.ts"
import { formatFields, formatInstant, formatInteger, formatTable } from "../../terminal/Table.ts"

const create = Command.make(
  "create",
  { name: Flag.String("name").pipe(Flag.withDescription("Display name of the account")) },
  Effect.fn(function*({ name }) {
    const account = yield* withStorage(createAccount(name))
    yield* printResult(
      { id: account.id, name: account.name, created_at: account.createdAt },
      () => formatFields({ id: account.id, name: account.name })
    )
  })
).pipe(
  Command.withDescription("Create an account, which owns keys, credits, rules and sites."),
  Command.withExamples([
    { command: "gatehouse accounts create --name \"Example Ltd\"", description: "Create an account" },
    { command: "gatehouse accounts create --name demo --json", description: "Print the id for a script" }
  ])
)

const list = Command.make("list", {}, () =>
  Effect.gen(function*() {
    const rows = yield* withExistingStorage(Effect.gen(function*() {
      const ledger = yield* Ledger
      const all = yield* (yield* Accounts).list
      return yield* Effect.forEach(all, (account) =>
        Effect.map(ledger.balance(account.id), (balance) => ({ ...account, ...balance })))
    }))
    yield* printList(
      rows,
      ({ available, createdAt, held, id, name }) => ({ id, name, created_at: createdAt, balance: available, held }),
      (items) =>
        formatTable(items, [
          {
            title: "id",
            value: (row) =>
              row.id
          },
          { title: "name", value: (row) => row.name },
          { title: "credits", align: "right", value: (row) => formatInteger(row.available) },
          { title: "created", value: (row) => formatInstant(row.createdAt) }
        ]),
      "There are no accounts yet. Run `gatehouse accounts create --name NAME`."
    )
  })).pipe(
    Command.withDescription("List the accounts with their credits."),
    Command.withExamples([{ command: "gatehouse accounts list", description: "All accounts, oldest first" }])
  )

export const accountsCommand = Command.make("accounts").pipe(
  Command.withDescription("Manage accounts."),
  Command.withExamples([{ command: "gatehouse accounts list", description: "All accounts" }]),
  Command.withSubcommands([create, list])
)
