import { Clock, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AccountSettingsStore } from "../../../../core/accounts/AccountSettings.ts"
import { creditsMax } from "../../../../core/credits/CostTable.ts"
import { exportStatement, type StatementFilter } from "../../../../core/credits/ExportStatement.ts"
import { Ledger } from "../../../../core/credits/Ledger.ts"
import type { LedgerLine, MovementKind } from "../../../../core/credits/Movement.ts"
import type { LineFormat } from "../../../../core/kernel/ExportFile.ts"
import { creditItems } from "../../../../core/requests/Attention.ts"
import { accountPace } from "../../../../core/requests/CreditPace.ts"
import { apiKeyIdOf } from "../../../../core/requests/MemberKeyId.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { exportRowsMax } from "../api/Exports.ts"
import { pageLimitDefault } from "../api/Page.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { sendExport } from "../exports/SendExport.ts"
import { recordAction } from "../session/CurrentActor.ts"
import { invalidField } from "./Failures.ts"

export const credits = HttpApiBuilder.group(AccountApi, "credits", (handlers) =>
  handlers
    .handle("balance", () => balance)
    .handle("statement", ({ query }) => statement(query))
    .handle("exported", ({ query: { format, ...filter } }) => exportFile(filter, format))
    .handle("setNotice", ({ payload }) => setNotice(payload.below)))

const balance = Effect.gen(function*() {
  const { accountId } = yield* CurrentMember
  const { available, held } = yield* (yield* Ledger).balance(accountId)
  const { noticeBelow } = yield* (yield* AccountSettingsStore).get(accountId)
  const pace = yield* accountPace(accountId, yield* Clock.currentTimeMillis)
  const [item] = creditItems({ available, noticeBelow, creditsPerDay: pace?.creditsPerDay ?? null })
  const warning = item === undefined
    ? null
    : { severity: item.severity === "alarm" ? "alarm" as const : "warning" as const, message: item.message }
  return { available, held, noticeBelow, pace, warning }
})

interface PageQuery {
  readonly kind?: MovementKind
  readonly before?: number
  readonly limit?: number
}

const statement = Effect.fnUntraced(function*({ limit = pageLimitDefault, ...page }: PageQuery) {
  const { accountId } = yield* CurrentMember
  const lines = yield* (yield* Ledger).statement(accountId, { ...page, limit })
  const last = lines.at(-1)
  return { items: lines.map(toLineView), next: last === undefined || lines.length < limit ? null : last.version }
})

const exportFile = (filter: StatementFilter, format: LineFormat) =>
  sendExport({
    name: "credits",
    format,
    filter,
    read: (accountId) => exportStatement(accountId, filter, format, exportRowsMax)
  })

const setNotice = Effect.fnUntraced(function*(below: number | null) {
  const { accountId } = yield* CurrentMember
  if (below !== null && below > creditsMax) {
    return yield* invalidField("below")({ message: `The threshold must be at most ${creditsMax} credits.` })
  }
  yield* (yield* AccountSettingsStore).change(accountId, { noticeBelow: below })
  yield* recordAction("credits.notice", "", below === null ? "never" : `below ${below}`)
  return yield* balance
})

const toLineView = (line: LedgerLine) => ({
  version: line.version,
  at: line.at.getTime(),
  requestId: line.requestId,
  kind: line.kind,
  from: line.from,
  to: line.to,
  amount: line.amount,
  note: line.note,
  keyId: apiKeyIdOf(line.keyId),
  availableAfter: line.availableAfter,
  heldAfter: line.heldAfter
})
