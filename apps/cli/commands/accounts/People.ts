import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { audit } from "../../../../core/audit/Audit.ts"
import type { AuditAction } from "../../../../core/audit/AuditEntry.ts"
import { maskSubject } from "../../../../core/history/MaskSubject.ts"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { erasePerson, formatErasure } from "../../../../core/privacy/ErasePerson.ts"
import { exportPerson } from "../../../../core/privacy/ExportPerson.ts"
import { findPerson, personCounts } from "../../../../core/privacy/FindPerson.ts"
import { accountFlag, accountFromFlag, commandLineActor } from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { printResult } from "../../terminal/Output.ts"
import { formatFields } from "../../terminal/Table.ts"

const emailArgument = Argument.String("email").pipe(Argument.withDescription("The person's email address"))

type Counts = ReturnType<typeof personCounts>

const countsJson = (counts: Counts) => ({
  requests: counts.requests,
  leads: counts.leads,
  rules: counts.rules,
  members: counts.members,
  audit_entries: counts.auditEntries,
  decisions: counts.decisions,
  links: counts.links,
  masked_requests: counts.maskedRequests
})

const formatCounts = (counts: Counts): string =>
  formatFields({
    requests: `${counts.requests}`,
    leads: `${counts.leads}`,
    rules: `${counts.rules}`,
    members: `${counts.members}`,
    "audit entries": `${counts.auditEntries}`,
    decisions: `${counts.decisions}of threat data, kept without the name`,
    links: `${counts.links}reported or blocked links that contain the address`,
    "masked requests": `${counts.maskedRequests}of this address, or of another that looks the same when masked`
  })

/** Records an action with the masked address, so that the log does not store the full address again. */
const auditPersonAction = (accountId: AccountId, action: AuditAction, email: string, detail = "") =>
  audit({ accountId, actor: commandLineActor(), action, target: maskSubject(email.trim()), detail })

const find = Command.make(
  "find",
  { email: emailArgument, account: accountFlag },
  Effect.fn(function*({ account, email }) {
    const person = yield* withExistingStorage(
      Effect.flatMap(accountFromFlag(account), ({ id }) => findPerson(id, email))
    )
    yield* printResult(countsJson(personCounts(person)), () => formatCounts(personCounts(person)))
  })
).pipe(
  Command.withDescription(
    "Count an account's data about a person: requests, leads, rules, members, audit log and reported links. Masked addresses may belong to other people."
  ),
  Command.withExamples([{
    command: "gatehouse people find ann@example.com",
    description: "Check before exporting or erasing"
  }])
)

const exportCommand = Command.make(
  "export",
  { email: emailArgument, account: accountFlag },
  Effect.fn(function*({ account, email }) {
    const file = yield* withExistingStorage(Effect.gen(function*() {
      const { id } = yield* accountFromFlag(account)
      const made = yield* exportPerson(id, email)
      yield* auditPersonAction(id, "person.export", email)
      return made
    }))
    yield* printResult(file, () => JSON.stringify(file, null, 2))
  })
).pipe(
  Command.withDescription("Write an account's data about a person to standard output as JSON."),
  Command.withExamples([{
    command: "gatehouse people export ann@example.com > ann.json",
    description: "Answer an access request"
  }])
)

const erase = Command.make(
  "erase",
  {
    email: emailArgument,
    account: accountFlag,
    yes: Flag.Boolean("yes").pipe(
      Flag.withDescription("Erase the data. Without this flag, only the counts are shown"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  Effect.fn(function*({ account, email, yes }) {
    const counts = yield* withExistingStorage(Effect.gen(function*() {
      const { id } = yield* accountFromFlag(account)
      if (!yes) return personCounts(yield* findPerson(id, email))
      const erased = yield* erasePerson(id, email)
      yield* auditPersonAction(id, "person.erase", email, formatErasure(erased))
      return erased
    }))
    yield* printResult({ ...countsJson(counts), erased: yes }, () => formatCounts(counts))
    if (!yes) yield* Console.error("Nothing was erased. Run the command with --yes to erase.")
  })
).pipe(
  Command.withDescription(
    "Permanently erase an account's data about a person. The ledger keeps amounts, which contain no personal data. Backups are not changed."
  ),
  Command.withExamples([
    { command: "gatehouse people erase ann@example.com", description: "Show what would be erased" },
    { command: "gatehouse people erase ann@example.com --yes", description: "Erase it" }
  ])
)

export const peopleCommand = Command.make("people").pipe(
  Command.withDescription("Find, export and erase the data of a person by email address."),
  Command.withExamples([{ command: "gatehouse people find ann@example.com", description: "Count the data about Ann" }]),
  Command.withSubcommands([find, exportCommand, erase])
)
