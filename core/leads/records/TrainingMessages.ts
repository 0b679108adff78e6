import { Effect, Option, Stream } from "effect"
import type { LeadRecord } from "./LeadRecord.ts"
import { Leads } from "./Leads.ts"

/** Leads per query, all of which are in memory. */
export const leadsReadMax = 200

/** Labeled message for the trainer, one JSON object per line. */
export interface TrainingMessage {
  readonly t: string
  /** 1 for spam, 0 for ham. */
  readonly y: 0 | 1
  /** Source, for the data sheet. */
  readonly src: string
  /** ISO 639, or `und` if unknown. */
  readonly lang: string
  /** Group that must not be split between training and test. Unknown for leads. */
  readonly g: null
}

/** Value of `src` for exported leads. */
export const marksSource = "marks"

/** Every marked lead, newest first. */
export const markedLeads: Stream.Stream<LeadRecord, never, Leads> = Stream.unwrap(
  Effect.map(Leads, (leads) =>
    Stream.paginate(Option.none<string>(), (before) =>
      Effect.map(
        leads.list({ mark: "any", limit: leadsReadMax, ...Option.isSome(before) ? { before: before.value } : {} }),
        (page) => {
          const last = page.length < leadsReadMax ? undefined : page.at(-1)
          return [page, last === undefined ? Option.none() : Option.some(Option.some(last.requestId))] as const
        }
      )))
)

/** Returns null for an unmarked lead or one without a stored message. */
export const trainingMessageOf = ({ language, mark, message }: LeadRecord): TrainingMessage | null =>
  mark === null || message === null
    ? null
    : { t: message, y: mark === "spam" ? 1 : 0, src: marksSource, lang: language ?? "und", g: null }
