import { Effect, Layer } from "effect"
import type { LeadRecord } from "../../../core/leads/records/LeadRecord.ts"
import { LeadNotFound, Leads } from "../../../core/leads/records/Leads.ts"

/** Maximum number of leads. The oldest lead is dropped first. */
export const leadsMax = 1_000

export const layer: Layer.Layer<Leads> = Layer.sync(Leads, () => {
  const leads = new Map<string, LeadRecord>()
  const get = (id: string) =>
    Effect.suspend(() => {
      const lead = leads.get(id)
      return lead === undefined ? Effect.fail(new LeadNotFound({ id })) : Effect.succeed(lead)
    })
  return Leads.of({
    record: (lead) => {
      if (leads.has(lead.requestId)) return
      leads.set(lead.requestId, lead)
      const [oldest] = leads.keys()
      if (oldest !== undefined && leads.size > leadsMax) leads.delete(oldest)
    },
    get,
    list: ({ accountId, before, limit, mark, verdict }) =>
      Effect.sync(() =>
        [...leads.values()].filter((lead) =>
          (verdict === undefined || lead.verdict === verdict) && isMarked(lead, mark) &&
          (accountId === undefined || lead.accountId === accountId) && (before === undefined || lead.requestId < before)
        ).toSorted((a, b) => a.requestId < b.requestId ? 1 : -1).slice(0, limit)
      ),
    mark: (id, mark, at) =>
      Effect.map(get(id), (lead) => {
        const marked = { ...lead, mark, markedAt: mark === null ? null : at }
        leads.set(id, marked)
        return marked
      }),
    forget: (id) => Effect.map(get(id), () => void leads.delete(id)),
    count: (accountId) => Effect.sync(() => [...leads.values()].filter((lead) => lead.accountId === accountId).length),
    sweep: (before, accountId) =>
      Effect.sync(() => {
        const swept = [...leads.values()].filter((lead) =>
          lead.at < before && (accountId === undefined || lead.accountId === accountId)
        )
        for (const { requestId } of swept) leads.delete(requestId)
        return swept.length
      })
  })
})

const isMarked = ({ mark }: LeadRecord, filter: LeadRecord["mark"] | "any" | "none" | undefined): boolean =>
  filter === undefined || (filter === "any" ? mark !== null : filter === "none" ? mark === null : mark === filter)
