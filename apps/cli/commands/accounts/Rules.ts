import { Console, Effect, Layer } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as EmailListsEmbedded from "../../../../adapters/lists/EmailListsEmbedded.ts"
import * as PublicSuffixesTldts from "../../../../adapters/lists/PublicSuffixesTldts.ts"
import { type BlockRule, BlockRules } from "../../../../core/block-rules/BlockRules.ts"
import { addRuleAs, broadRuleWarning, removeRuleAs } from "../../../../core/block-rules/ManageRules.ts"
import { accountFlag, accountFromFlag, commandLineActor } from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { printList, printResult } from "../../terminal/Output.ts"
import { formatInstant, formatTable } from "../../terminal/Table.ts"

const add = Command.make(
  "add",
  {
    kind: Flag.Literals("kind", ["email", "domain", "cidr", "country"]).pipe(
      Flag.withDescription("Kind of value: an address, a domain with its subdomains, a network or a country")
    ),
    value: Argument.String("value").pipe(
      Argument.withDescription("ann@example.com, example.com, 203.0.113.0/24 or NL")
    ),
    action: Flag.Literals("action", ["block", "allow"]).pipe(
      Flag.withDescription("allow takes precedence over block (default block)"),
      Flag.withDefault("block")
    ),
    note: Flag.String("note").pipe(Flag.withDescription("Reason, for your records"), Flag.withDefault("")),
    account: accountFlag
  },
  Effect.fn(function*({ account, action, kind, note, value }) {
    const { became, rule } = yield* withExistingStorage(Effect.gen(function*() {
      const newRule = { action, kind, note, value }
      return yield* addRuleAs(commandLineActor(), (yield* accountFromFlag(account)).id, newRule, { force: true })
    }))
    const warning = became === "new" ? yield* broadRuleWarning(rule) : null
    if (warning !== null) {
      yield* Console.error(`Warning: ${warning} \`gatehouse rules remove ${rule.id}\` removes it.`)
    }
    yield* printResult(
      toJson(rule),
      () => `Rule ${rule.id}: ${rule.action} ${rule.kind} ${rule.value}${became === "kept" ? " (already exists)" : ""}`
    )
  }, Effect.provide(Layer.merge(EmailListsEmbedded.layer, PublicSuffixesTldts.layer)))
).pipe(
  Command.withDescription(
    "Add a rule to an account. Running servers apply it within a second. Adding a rule again updates its note."
  ),
  Command.withExamples([
    {
      command: "gatehouse rules add example.com --kind domain",
      description: "Block a domain with its subdomains"
    },
    { command: "gatehouse rules add 203.0.113.0/24 --kind cidr", description: "Block a network" },
    { command: "gatehouse rules add ann@example.com --kind email --action allow", description: "An exception" }
  ])
)

const list = Command.make(
  "list",
  { account: accountFlag },
  Effect.fn(function*({ account }) {
    const rules = yield* withExistingStorage(Effect.gen(function*() {
      return yield* (yield* BlockRules).list((yield* accountFromFlag(account)).id)
    }))
    yield* printList(rules, toJson, toTable, "There are no rules yet. See `gatehouse rules add --help`.")
  })
).pipe(
  Command.withDescription("List the rules of an account."),
  Command.withExamples([{ command: "gatehouse rules list", description: "Show ids, kinds and values" }])
)

const toJson = ({ action, createdAt, id, kind, note, value }: BlockRule) => ({
  id,
  kind,
  action,
  value,
  note,
  created_at: createdAt
})

const toTable = (rules: ReadonlyArray<BlockRule>) =>
  formatTable(rules, [
    { title: "id", align: "right", value: (rule) => rule.id },
    { title: "action", value: (rule) => rule.action },
    { title: "kind", value: (rule) => rule.kind },
    { title: "value", value: (rule) => rule.value },
    { title: "created", value: (rule) => formatInstant(rule.createdAt) },
    { title: "note", value: (rule) => rule.note }
  ])

const remove = Command.make(
  "remove",
  {
    id: Argument.Int("id").pipe(Argument.withDescription("ID of the rule, as `rules list` shows it")),
    account: accountFlag
  },
  Effect.fn(function*({ account, id }) {
    yield* withExistingStorage(Effect.gen(function*() {
      return yield* removeRuleAs(commandLineActor(), (yield* accountFromFlag(account)).id, id)
    }))
    yield* printResult({ id, removed: true }, () => `Rule ${id} is removed.`)
  })
).pipe(
  Command.withDescription("Remove a rule."),
  Command.withExamples([{ command: "gatehouse rules remove 3", description: "The rule with the id 3" }])
)

export const rulesCommand = Command.make("rules").pipe(
  Command.withDescription("Manage an account's rules for addresses, domains, networks and countries."),
  Command.withExamples([{ command: "gatehouse rules list", description: "All rules" }]),
  Command.withSubcommands([add, list, remove])
)
