import { Effect, Layer, Result, Schema, Stream } from "effect"
import * as LanguageEld from "../../../adapters/language/LanguageEld.ts"
import * as EmailListsEmbedded from "../../../adapters/lists/EmailListsEmbedded.ts"
import * as PopularDomainsEmbedded from "../../../adapters/lists/PopularDomainsEmbedded.ts"
import * as PublicSuffixesTldts from "../../../adapters/lists/PublicSuffixesTldts.ts"
import * as SpamClassifierEmbedded from "../../../adapters/spam/SpamClassifierEmbedded.ts"
import * as SpamClassifierFile from "../../../adapters/spam/SpamClassifierFile.ts"
import { compileBlockRules } from "../../../core/block-rules/CompiledBlockRules.ts"
import { analyzeLead } from "../../../core/leads/AnalyzeLead.ts"
import type { Lead } from "../../../core/leads/signals/Lead.ts"
import type { LeadAnalysis } from "../../../core/leads/signals/LeadAnalysis.ts"
import { gatehouseConfig } from "../../server/settings/Config.ts"
import { layerThreatSources } from "../../server/threats/ThreatSources.ts"
import { layerNoBlocklist, layerStoredBlocklist } from "../storage/StoredBlocklist.ts"
import { progress } from "../terminal/Progress.ts"
import type { LeadFormat, LeadItem } from "./LeadFiles.ts"
import { openLeads } from "./LeadFiles.ts"

/** Maximum number of leads per run of `check lead`. It limits memory, because all results are held until the end. */
export const leadsMax = 100_000

export class LeadsUnreadable
  extends Schema.TaggedError<LeadsUnreadable>()("LeadsUnreadable", { message: Schema.String })
{}

/** Result of `check lead` for one lead. */
export type CheckedLead = AnalyzedLead | MalformedLead

export interface AnalyzedLead {
  /** One-based line in the file; null for a lead from the command line. */
  readonly line: number | null
  readonly email: string | null
  readonly analysis: LeadAnalysis
  readonly message: null
}

export interface MalformedLead {
  readonly line: number
  readonly email: null
  readonly analysis: null
  readonly message: string
}

/** Offline checks have no account, so there are no rules. */
const rules = compileBlockRules([])

const analyze = (line: number | null, lead: Lead) =>
  Effect.map(analyzeLead(lead, rules), (analysis): AnalyzedLead => ({
    line,
    email: lead.email ?? null,
    analysis,
    message: null
  }))

export const checkLeadOffline = (lead: Lead, withBlocklist: boolean) =>
  Effect.provide(analyze(null, lead), layerOffline(withBlocklist))

/** Analyzes the leads of a file in sequence. Results are in the order of the file. */
export const checkLeadsOffline = Effect.fn(function*(path: string, format: LeadFormat, withBlocklist: boolean) {
  const { items, size } = yield* Effect.try({ try: () => openLeads(path, format), catch: unreadable(path) })
  const bar = progress(size)
  const checked: Array<CheckedLead> = []
  yield* Stream.fromAsyncIterable(items, unreadable(path)).pipe(
    Stream.runForEach(Effect.fnUntraced(function*(item) {
      if (checked.length === leadsMax) {
        return yield* new LeadsUnreadable({ message: `At most ${leadsMax} leads can be checked at a time.` })
      }
      checked.push(yield* checkOne(item))
      bar.show(item.bytesRead, `${checked.length} leads`)
    })),
    Effect.ensuring(Effect.sync(bar.end)),
    Effect.provide(layerOffline(withBlocklist))
  )
  if (checked.length === 0) return yield* new LeadsUnreadable({ message: `${nameOf(path)} contains no leads.` })
  return checked
})

const checkOne = ({ line, lead }: LeadItem): Effect.Effect<CheckedLead, never, LeadPortsOffline> =>
  Result.isSuccess(lead)
    ? analyze(line, lead.success)
    : Effect.succeed({ line, email: null, analysis: null, message: lead.failure })

type LeadPortsOffline = Effect.Services<ReturnType<typeof analyzeLead>>

const layerOffline = (withBlocklist: boolean) =>
  Layer.mergeAll(
    EmailListsEmbedded.layer,
    PublicSuffixesTldts.layer,
    PopularDomainsEmbedded.layer,
    LanguageEld.layer,
    Layer.unwrap(Effect.map(gatehouseConfig, ({ spamModel }) =>
      spamModel === null ? SpamClassifierEmbedded.layer : SpamClassifierFile.layer(spamModel))),
    withBlocklist ? layerStoredBlocklist : layerNoBlocklist,
    Layer.unwrap(Effect.map(gatehouseConfig, (config) =>
      layerThreatSources(config, { isUpdated: false })))
  )

const nameOf = (path: string): string => path === "-" ? "standard input" : path

const unreadable = (path: string) => (cause: unknown) =>
  new LeadsUnreadable({
    message: `${nameOf(path)} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
  })
