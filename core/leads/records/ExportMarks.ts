import { Effect, Option, Stream } from "effect"
import type { LeadRecord } from "./LeadRecord.ts"
import { Leads } from "./Leads.ts"

/** Leads read at a time: what is in memory. */
export const leadsReadMax = 200

/** A labelled message as the trainer reads it, one JSON object a line. */
export interface TrainingMessage {
  /** Text. */
  readonly t: string
  /** 1 for spam, 0 for ham. */
  readonly y: 0 | 1
  /** Where it comes from, for the data sheet. */
  readonly src: string
  /** ISO 639, `und` where it could not be told. */
  readonly lang: string
  /** Group that must not be split between training and test; none is known of a lead. */
  readonly g: null
}

/** What `src` of an exported lead says. */
export const marksSource = "marks"

/** Every lead that a person has marked, newest first. */
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

/** Null of a lead that nobody marked, and of one whose message was not kept. */
export const trainingMessageOf = ({ language, mark, message }: LeadRecord): TrainingMessage | null =>
  mark === null || message === null
    ? null
    : { t: message, y: mark === "spam" ? 1 : 0, src: marksSource, lang: language ?? "und", g: null }
