import { marksSource } from "../../core/leads/records/TrainingMessages.ts"

/** A message that a person labeled as spam or not. */
export interface LabelledMessage {
  readonly text: string
  readonly spam: boolean
  readonly source: string
  /** ISO 639-1 code as labeled; `und` if it has no language. */
  readonly language: string
  /** Group within its data set, such as the comments of one video; null if there are none. */
  readonly group: string | null
  /** Topic stated by its author; null in data sets without topics. */
  readonly topic: string | null
}

/** The project's own training texts. */
export const authoredSource = "authored"

/** Contact form messages generated from templates. */
export const templateSource = "cf_tmpl"

/** The project's own test texts, which are never used for training. */
export const heldOutSource = "heldout"

/** Data sets of contact form messages. */
export const contactFormSources: ReadonlyArray<string> = [authoredSource, templateSource, heldOutSource, marksSource]
