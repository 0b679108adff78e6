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
import { recordAction } from "../session/CurrentActor.ts"
import { DashboardOptions } from "../session/DashboardOptions.ts"
import { invalidField } from "./Failures.ts"

export const retention = HttpApiBuilder.group(AccountApi, "retention", (handlers) =>
  handlers
    .handle("retention", () => readRetention)
    .handle("setRetention", ({ payload }) => setRetention(payload.historyDays))
    .handle("findPerson", ({ payload }) => Effect.catchTag(find(payload.email), "InvalidPerson", failInvalidEmail))
    .handle("exportPerson", ({ payload }) =>
      Effect.catchTag(exportRecords(payload.email), "InvalidPerson", failInvalidEmail))
    .handle("erasePerson", ({ payload }) =>
      Effect.catchTags(erase(payload.email), { InvalidPerson: failInvalidEmail, LastOwner: failInvalidEmail })))

const readRetention = Effect.gen(function*() {
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
    (refusal) => Effect.fail(invalidField("historyDays")(refusal))
  )
  yield* recordAction("retention.change", "", `${days} days`)
  return yield* readRetention
})

/**
 * Reads data of the signed-in member's account while holding an export slot. The slot is freed before the response is
 * sent.
 */
const withExportSlot = <A, E, R>(read: (accountId: AccountId) => Effect.Effect<A, E, R>) =>
  Effect.scoped(Effect.gen(function*() {
    const member = yield* CurrentMember
    yield* (yield* ExportSlots).acquire("person", member)
    return yield* read(member.accountId)
  }))

const find = (email: string) => Effect.map(withExportSlot((accountId) => findPerson(accountId, email)), personCounts)

/**
 * Exports all records about a person. The audit log contains only the masked address, so that the export does not store
 * the full address again.
 */
const exportRecords = Effect.fnUntraced(function*(email: string) {
  const file = yield* withExportSlot((accountId) => exportPerson(accountId, email))
  yield* recordAction("person.export", maskSubject(file.email))
  return file
})

const erase = Effect.fnUntraced(function*(email: string) {
  const erased = yield* withExportSlot((accountId) => erasePerson(accountId, email))
  yield* recordAction("person.erase", maskSubject(email.trim()), formatErasure(erased))
  return erased
})

const failInvalidEmail = (refusal: { readonly message: string }) => Effect.fail(invalidField("email")(refusal))
