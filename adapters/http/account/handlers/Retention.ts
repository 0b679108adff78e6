import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { auditDaysDefault } from "../../../../core/audit/AuditEntry.ts"
import { AuditLog } from "../../../../core/audit/AuditLog.ts"
import { maskSubject } from "../../../../core/history/MaskSubject.ts"
import { RequestHistory } from "../../../../core/history/RequestHistory.ts"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { Leads } from "../../../../core/leads/records/Leads.ts"
import { erasePerson, formatErasure } from "../../../../core/privacy/ErasePerson.ts"
import { exportPerson } from "../../../../core/privacy/ExportPerson.ts"
import { findPerson, personCounts } from "../../../../core/privacy/FindPerson.ts"
import { effectiveHistoryDays, setHistoryDays } from "../../../../core/privacy/RetentionDays.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { ExportSlots } from "../exports/ExportSlots.ts"
import { audited } from "../session/CurrentActor.ts"
import { DashboardOptions } from "../session/DashboardOptions.ts"
import { refusedFor } from "./Failures.ts"

export const retention = HttpApiBuilder.group(AccountApi, "retention", (handlers) =>
  handlers
    .handle("retention", () => shown)
    .handle("setRetention", ({ payload }) => setRetention(payload.historyDays))
    .handle("findPerson", ({ payload }) => Effect.catchTag(find(payload.email), "InvalidPerson", refusedEmail))
    .handle("exportPerson", ({ payload }) => Effect.catchTag(exported(payload.email), "InvalidPerson", refusedEmail))
    .handle("erasePerson", ({ payload }) =>
      Effect.catchTags(erase(payload.email), { InvalidPerson: refusedEmail, LastOwner: refusedEmail })))

const shown = Effect.gen(function*() {
  const { accountId } = yield* CurrentMember
  const { historyDaysMax } = yield* DashboardOptions
  const { oldestAt, requests } = yield* (yield* RequestHistory).storedRange(accountId)
  return {
    historyDays: yield* effectiveHistoryDays(accountId, historyDaysMax),
    historyDaysMax,
    auditDays: auditDaysDefault,
    kept: {
      requests,
      leads: yield* (yield* Leads).count(accountId),
      auditEntries: yield* (yield* AuditLog).count(accountId),
      oldestRequestAt: oldestAt?.getTime() ?? null
    }
  }
})

const setRetention = Effect.fnUntraced(function*(days: number) {
  const { accountId } = yield* CurrentMember
  const { historyDaysMax } = yield* DashboardOptions
  yield* Effect.catchTag(
    setHistoryDays(accountId, days, historyDaysMax),
    "InvalidHistoryDays",
    (refusal) => Effect.fail(refusedFor("historyDays")(refusal))
  )
  yield* audited("retention.change", "", `${days} days`)
  return yield* shown
})

/**
 * Reads all data of an account in one of the limited export slots. The slot is free once the data is read, however slowly the response is
 * sent.
 */
const reading = <A, E, R>(read: (accountId: AccountId) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.gen(function*() {
    const member = yield* CurrentMember
    yield* (yield* ExportSlots).take("person", member)
    return yield* read(member.accountId)
  }))

const find = (email: string) => Effect.map(reading((accountId) => findPerson(accountId, email)), personCounts)

/** The audit log records the export with the masked address only, because the full address would be stored again. */
const exported = Effect.fnUntraced(function*(email: string) {
  const file = yield* reading((accountId) => exportPerson(accountId, email))
  yield* audited("person.export", maskSubject(file.email))
  return file
})

const erase = Effect.fnUntraced(function*(email: string) {
  const erased = yield* reading((accountId) => erasePerson(accountId, email))
  yield* audited("person.erase", maskSubject(email.trim()), formatErasure(erased))
  return erased
})

const refusedEmail = (refusal: { readonly message: string }) => Effect.fail(refusedFor("email")(refusal))
