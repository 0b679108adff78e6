import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { parseRequestId } from "../../../../core/history/RequestQuery.ts"
import { type LeadOrigin, withOrigins } from "../../../../core/leads/records/LeadOrigins.ts"
import type { LeadMark, LeadRecord } from "../../../../core/leads/records/LeadRecord.ts"
import { Leads } from "../../../../core/leads/records/Leads.ts"
import { forgetLeadAs, leadOfAccount, markLeadAs } from "../../../../core/leads/records/ManageLeads.ts"
import { leadExplanations } from "../../../../core/leads/signals/LeadAnalysis.ts"
import type { LeadVerdict } from "../../../../core/scoring/Bands.ts"
import { AccountApi } from "../api/AccountApi.ts"
import { NotFound } from "../api/AccountFailures.ts"
import { pageLimitDefault } from "../api/Page.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { currentActor } from "../session/CurrentActor.ts"

export const leads = HttpApiBuilder.group(AccountApi, "leads", (handlers) =>
  handlers
    .handle("list", ({ query }) => list(query))
    .handle("get", ({ params }) => Effect.catchTag(get(params.id), "LeadNotFound", leadNotFound))
    .handle("setMark", ({ params, payload }) =>
      Effect.catchTag(setMark(params.id, payload.mark), "LeadNotFound", leadNotFound))
    .handle("forget", ({ params }) =>
      Effect.catchTag(forget(params.id), "LeadNotFound", leadNotFound)))

interface PageQuery {
  readonly verdict?: LeadVerdict
  readonly mark?: LeadMark | "any" | "none"
  readonly before?: string
  readonly limit?: number
}

const list = Effect.fnUntraced(function*({ before, limit = pageLimitDefault, ...filter }: PageQuery) {
  const { accountId } = yield* CurrentMember
  const cursor = before === undefined ? undefined : parseRequestId(before)
  if (cursor === null) return { items: [], next: null }
  const found = yield* (yield* Leads).list({
    accountId,
    limit,
    ...filter,
    ...cursor === undefined ? {} : { before: cursor }
  })
  const last = found.at(-1)
  return {
    items: (yield* withOrigins(accountId, found)).map(toLeadView),
    next: last === undefined || found.length < limit ? null : last.requestId
  }
})

const get = Effect.fnUntraced(function*(id: string) {
  const lead = yield* leadOfAccount((yield* CurrentMember).accountId, id)
  return { lead: yield* toLeadViewWithOrigin(lead), explanations: leadExplanations(lead.categories) }
})

const setMark = Effect.fnUntraced(function*(id: string, mark: LeadMark | null) {
  const { requestId } = yield* leadOfAccount((yield* CurrentMember).accountId, id)
  return yield* toLeadViewWithOrigin(yield* markLeadAs(yield* currentActor, requestId, mark))
})

const forget = Effect.fnUntraced(function*(id: string) {
  const { requestId } = yield* leadOfAccount((yield* CurrentMember).accountId, id)
  yield* forgetLeadAs(yield* currentActor, requestId)
})

const leadNotFound = () =>
  Effect.fail(
    new NotFound({ message: "This lead does not exist. It may have been deleted, or its retention period has ended." })
  )

const toLeadViewWithOrigin = Effect.fnUntraced(function*(lead: LeadRecord) {
  const [one] = yield* withOrigins(lead.accountId, [lead])
  return toLeadView(one!)
})

const toLeadView = ({ keyName, lead, sender }: LeadOrigin & { readonly lead: LeadRecord }) => ({
  requestId: lead.requestId,
  at: lead.at.getTime(),
  verdict: lead.verdict,
  riskScore: lead.riskScore,
  categories: lead.categories,
  language: lead.language,
  source: lead.source,
  spamProbability: lead.spamProbability,
  message: lead.message,
  mark: lead.mark,
  markedAt: lead.markedAt?.getTime() ?? null,
  sender,
  keyName
})
