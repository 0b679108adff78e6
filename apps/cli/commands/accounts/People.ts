import { Console, Effect } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { audit } from "../../../../core/audit/Audit.ts"
import type { AuditAction } from "../../../../core/audit/AuditEntry.ts"
import { maskSubject } from "../../../../core/history/MaskSubject.ts"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { erasePerson, formatErasure } from "../../../../core/privacy/ErasePerson.ts"
import { exportPerson } from "../../../../core/privacy/ExportPerson.ts"
import { findPerson, personCounts } from "../../../../core/privacy/FindPerson.ts"
import { accountFlag, accountOf, commandLineActor } from "../../flags/CommonFlags.ts"
import { withExistingStorage } from "../../storage/Storage.ts"
import { answer } from "../../terminal/Output.ts"
import { sheet } from "../../terminal/Table.ts"

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

const countsSheet = (counts: Counts): string =>
  sheet({
    requests: `${counts.requests}`,
    leads: `${counts.leads}`,
    rules: `${counts.rules}`,
    members: `${counts.members}`,
    "audit entries": `${counts.auditEntries}`,
    decisions: `${counts.decisions}, of threat data: they stay, without the name`,
    links: `${counts.links}, reported or blocked, with the address in them`,
    "masked requests": `${counts.maskedRequests}, of this address or of another that looks the same masked`
  })

/** The audit log records the action with the masked address only, because the full address would be stored again. */
const audited = (accountId: AccountId, action: AuditAction, email: string, detail = "") =>
  audit({ accountId, actor: commandLineActor(), action, target: maskSubject(email.trim()), detail })

const find = Command.make(
  "find",
  { email: emailArgument, account: accountFlag },
  Effect.fn(function*({ account, email }) {
    const person = yield* withExistingStorage(
      Effect.flatMap(accountOf(account), ({ id }) => findPerson(id, email))
    )
    yield* answer(countsJson(personCounts(person)), () => countsSheet(personCounts(person)))
  })
).pipe(
  Command.withDescription(
    "Count what an account keeps of a person: requests, leads, rules, members, audit log, reported links. Masked subjects name nobody for sure."
  ),
  Command.withExamples([{
    command: "gatehouse people find ann@example.com",
    description: "Before it is exported or erased"
  }])
)

const exported = Command.make(
  "export",
  { email: emailArgument, account: accountFlag },
  Effect.fn(function*({ account, email }) {
    const file = yield* withExistingStorage(Effect.gen(function*() {
      const { id } = yield* accountOf(account)
      const made = yield* exportPerson(id, email)
      yield* audited(id, "person.export", email)
      return made
    }))
    yield* answer(file, () => JSON.stringify(file, null, 2))
  })
).pipe(
  Command.withDescription("Write all that an account keeps of a person to standard output, as JSON."),
  Command.withExamples([{
    command: "gatehouse people export ann@example.com > ann.json",
    description: "To hand it over"
  }])
)

const erase = Command.make(
  "erase",
  {
    email: emailArgument,
    account: accountFlag,
    yes: Flag.Boolean("yes").pipe(
      Flag.withDescription("Erase it; without this flag it is only told what would be"),
      Flag.withoutNegation,
      Flag.withDefault(false)
    )
  },
  Effect.fn(function*({ account, email, yes }) {
    const counts = yield* withExistingStorage(Effect.gen(function*() {
      const { id } = yield* accountOf(account)
      if (!yes) return personCounts(yield* findPerson(id, email))
      const erased = yield* erasePerson(id, email)
      yield* audited(id, "person.erase", email, formatErasure(erased))
      return erased
    }))
    yield* answer({ ...countsJson(counts), erased: yes }, () => countsSheet(counts))
    if (!yes) yield* Console.error("Nothing was erased: say so with --yes.")
  })
).pipe(
  Command.withDescription(
    "Remove for good what an account keeps of a person. The ledger keeps amounts, which name nobody; backups are yours to see to."
  ),
  Command.withExamples([
    { command: "gatehouse people erase ann@example.com", description: "What would be erased" },
    { command: "gatehouse people erase ann@example.com --yes", description: "Erase it" }
  ])
)

export const people = Command.make("people").pipe(
  Command.withDescription("What is kept of one person, by email address: find, export, erase."),
  Command.withExamples([{ command: "gatehouse people find ann@example.com", description: "What is kept of Ann" }]),
  Command.withSubcommands([find, exported, erase])
)
