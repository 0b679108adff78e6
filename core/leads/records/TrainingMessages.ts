import { Effect, Option, Stream } from "effect"
import type { LeadRecord } from "./LeadRecord.ts"
import { Leads } from "./Leads.ts"

/** Maximum number of leads per query. The leads of one query are in memory together. */
export const leadsReadMax = 200

/** Labeled message for the trainer, one JSON object per line. */
export interface TrainingMessage {
  readonly t: string
  /** 1 for spam, 0 for ham. */
  readonly y: 0 | 1
  /** Source of the message, for the data sheet. */
  readonly src: string
  /** ISO 639 code of the language, or `und` if unknown. */
  readonly lang: string
  /** Group of messages that must not be split between training and test data. It is unknown for leads. */
  readonly g: null
}

/** Value of `src` for exported leads. */
export const marksSource = "marks"

/** Stream of all marked leads, newest first. */
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

/** Converts a lead to a training message. Returns null if the lead has no mark or no stored message. */
export const trainingMessageOf = ({ language, mark, message }: LeadRecord): TrainingMessage | null =>
  mark === null || message === null
    ? null
    : { t: message, y: mark === "spam" ? 1 : 0, src: marksSource, lang: language ?? "und", g: null }
