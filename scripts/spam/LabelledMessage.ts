import { marksSource } from "../../core/leads/records/ExportMarks.ts"

/** A message that a person called spam or not. */
export interface LabelledMessage {
  readonly text: string
  readonly spam: boolean
  /** The data set that it is of. */
  readonly source: string
  /** ISO 639-1, as labelled; `und` where it is in none. */
  readonly language: string
  /** What belongs together within its set, as the comments of one video do; null where nothing does. */
  readonly group: string | null
  /** What it is about, as its author says; null in sets that do not say. */
  readonly topic: string | null
}

/** The project's own texts to learn from. */
export const authoredSource = "authored"

/** Contact-form messages that were written from templates. */
export const templateSource = "cf_tmpl"

/** The project's own texts that nothing ever learns from. */
export const heldOutSource = "heldout"

/** Sets of what comes in through contact forms. */
export const contactFormSources: ReadonlyArray<string> = [authoredSource, templateSource, heldOutSource, marksSource]
