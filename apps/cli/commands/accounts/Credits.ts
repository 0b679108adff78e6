import { Effect, Option } from "effect"
import { Command, Flag } from "effect/cli"
import { Ledger } from "../../../../core/credits/Ledger.ts"
import type { LedgerResult } from "../../../../core/credits/LedgerRules.ts"
import { adjustCreditsAs, type CreditChange, grantCreditsAs } from "../../../../core/credits/ManageCredits.ts"
import type { LedgerLine } from "../../../../core/credits/Movement.ts"
import {
  accountFlag,
  accountFromFlag,
  beforeFlag,
  commandLineActor,
  emptyPageText,
  limitFlag
} from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { CommandExit, exitCodes } from "../../terminal/ExitCode.ts"
import { printList, printResult } from "../../terminal/Output.ts"
import { formatFields, formatInstant, formatInteger, formatTable, printable } from "../../terminal/Table.ts"

/** Flag for a whole number of credits with an optional sign. The ledger checks the maximum. */
const amountFlag = (description: string) =>
  Flag.String("amount").pipe(
    Flag.withMetavar("CREDITS"),
    Flag.withDescription(description),
    Flag.filter((text) => /^[+-]?\d+$/.test(text), () => "a whole number of credits in plain digits, such as 500"),
    Flag.map(Number)
  )

const changeFlags = {
  note: Flag.String("note").pipe(
    Flag.withDescription("Reason shown in the statement"),
    Flag.withDefault("by the operator")
  ),
  reference: Flag.String("reference").pipe(
    Flag.withDescription("Unique reference, such as an invoice number. Repeating it changes nothing"),
    Flag.optional
  ),
  account: accountFlag
}

interface ChangeOptions {
  readonly amount: number
  readonly note: string
  readonly reference: Option.Option<string>
  readonly account: Option.Option<string>
}

const applyChange = <E, R>(
  { account, amount, note, reference }: ChangeOptions,
  command: (change: CreditChange) => Effect.Effect<LedgerResult, E, R>,
  messages: { readonly changed: (amount: number) => string; readonly repeated: string }
) =>
  Effect.gen(function*() {
    const { executed, id } = yield* withExistingStorage(Effect.gen(function*() {
      const { id } = yield* accountFromFlag(account)
      const optionalReference = Option.match(reference, { onNone: () => ({}), onSome: (text) => ({ reference: text }) })
      return { id, executed: yield* command({ accountId: id, amount, note, ...optionalReference }) }
    }))
    const { available, hasMoved, held } = executed
    yield* printResult(
      { account_id: id, amount, balance: available, held, repeated: !hasMoved },
      () =>
        hasMoved
          ? `${messages.changed(amount)}. The balance is now ${formatInteger(available)}.`
          : `${messages.repeated} with the reference ${
            printable(Option.getOrElse(reference, () => ""))
          }, so nothing has changed: ` +
            `the balance is ${formatInteger(available)}. \`gatehouse credits statement\` shows the original movement.`
    )
  })

const grant = Command.make(
  "grant",
  { amount: amountFlag("Credits to add"), ...changeFlags },
  (wanted) =>
    applyChange(wanted, (change) => grantCreditsAs(commandLineActor(), change), {
      changed: (amount) => `${formatInteger(amount)} credits granted`,
      repeated: "Credits were already granted"
    })
).pipe(
  Command.withDescription("Add credits to an account."),
  Command.withExamples([
    { command: "gatehouse credits grant --amount 10000", description: "If there is only one account" },
    {
      command: "gatehouse credits grant --amount 10000 --note \"Invoice 17\" --reference INV-17",
      description: "Safe to repeat"
    }
  ])
)

const adjust = Command.make(
  "adjust",
  { amount: amountFlag("Credits to add; negative to subtract"), ...changeFlags },
  (wanted) =>
    applyChange(wanted, (change) => adjustCreditsAs(commandLineActor(), change), {
      changed: (amount) => `${formatInteger(Math.abs(amount))} credits ${amount > 0 ? "added" : "taken"}`,
      repeated: "The balance was already corrected"
    })
).pipe(
  Command.withDescription("Correct a balance up or down, but never below zero."),
  Command.withExamples([{
    command: "gatehouse credits adjust --amount=-500 --note \"Granted twice\"",
    description: "Subtract 500"
  }])
)

const balance = Command.make(
  "balance",
  { account: accountFlag },
  Effect.fn(function*({ account }) {
    const { available, held, id } = yield* withExistingStorage(Effect.gen(function*() {
      const { id } = yield* accountFromFlag(account)
      return { id, ...(yield* (yield* Ledger).balance(id)) }
    }))
    yield* printResult(
      { account_id: id, balance: available, held },
      () =>
        formatFields({
          account: id,
          balance: formatInteger(available),
          "reserved for running requests": formatInteger(held)
        })
    )
  })
).pipe(
  Command.withDescription("Show the balance of an account."),
  Command.withExamples([{ command: "gatehouse credits balance", description: "If there is only one account" }])
)

const statement = Command.make(
  "statement",
  { limit: limitFlag, before: beforeFlag, account: accountFlag },
  Effect.fn(function*({ account, before, limit }) {
    const lines = yield* withExistingStorage(Effect.gen(function*() {
      const { id } = yield* accountFromFlag(account)
      const page = Option.match(before, { onNone: () => ({ limit }), onSome: (before) => ({ limit, before }) })
      return yield* (yield* Ledger).statement(id, page)
    }))
    const whenListEmpty = "There are no movements yet. Run `gatehouse credits grant --amount N`."
    yield* printList(lines, toJson, toTable, emptyPageText(before, "movements", whenListEmpty))
  })
).pipe(
  Command.withDescription("List all credit movements, newest first."),
  Command.withExamples([
    { command: "gatehouse credits statement --limit 20", description: "The last 20 movements" },
    { command: "gatehouse credits statement --before 1200", description: "The page before movement 1200" }
  ])
)

const toJson = (line: LedgerLine) => ({
  version: line.version,
  at: line.at,
  kind: line.kind,
  from: line.from,
  to: line.to,
  amount: line.amount,
  balance: line.availableAfter,
  held: line.heldAfter,
  request_id: line.requestId,
  key_id: line.keyId,
  note: line.note
})

const toTable = (lines: ReadonlyArray<LedgerLine>) =>
  formatTable(lines, [
    { title: "no.", align: "right", value: (line) => line.version },
    { title: "when", value: (line) => formatInstant(line.at) },
    { title: "from", value: (line) => line.from },
    { title: "to", value: (line) => line.to },
    { title: "amount", align: "right", value: (line) => formatInteger(line.amount) },
    { title: "balance after", align: "right", value: (line) => formatInteger(line.availableAfter) },
    { title: "request", value: (line) => line.requestId },
    { title: "reason", value: (line) => `${line.kind}: ${line.note}` }
  ])

const verify = Command.make("verify", {}, () =>
  Effect.gen(function*() {
    const { faults, movements, sum } = yield* withExistingStorage(Effect.flatMap(Ledger, (ledger) => ledger.verify))
    const isSound = faults.length === 0 && sum === 0
    yield* printResult({ ok: isSound, movements, sum, faults }, () =>
      isSound
        ? `The ledger is consistent: ${formatInteger(movements)} movements, and all entries add up to 0.`
        : [
          `The ledger is NOT consistent: ${formatInteger(movements)} movements, and the entries add up to ${sum}.`,
          ...faults
        ]
          .join(
            "\n"
          ))
    if (!isSound) return yield* new CommandExit({ exitCode: exitCodes.failed })
  })).pipe(
    Command.withDescription("Recompute every balance from the movements. Exits with 1 if a balance differs."),
    Command.withExamples([{ command: "gatehouse credits verify --json", description: "For a nightly check" }])
  )

export const creditsCommand = Command.make("credits").pipe(
  Command.withDescription("Grant, correct and audit credits."),
  Command.withExamples([{ command: "gatehouse credits balance", description: "Show the balance" }]),
  Command.withSubcommands([grant, adjust, balance, statement, verify])
)
