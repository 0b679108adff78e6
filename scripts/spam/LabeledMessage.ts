import { marksSource } from "../../core/leads/records/TrainingMessages.ts"

/** Message that a person labeled as spam or as ordinary. */
export interface LabeledMessage {
  readonly text: string
  readonly spam: boolean
  readonly source: string
  /** ISO 639-1 code from the label; `und` if unknown. */
  readonly language: string
  /** Group within the data set, such as the comments of one video; null in data sets without groups. */
  readonly group: string | null
  /** Topic that the author stated; null in data sets without topics. */
  readonly topic: string | null
}

/** Data set of the project's own training texts. */
export const authoredSource = "authored"

/** Data set of contact form messages generated from templates. */
export const templateSource = "cf_tmpl"

/** Data set of the project's own test texts, which are never used for training. */
export const heldOutSource = "heldout"

/** Data sets that contain contact form messages. */
export const contactFormSources: ReadonlyArray<string> = [authoredSource, templateSource, heldOutSource, marksSource]
