/** Text that was written so that a filter does not read it as a person does. */
export type Disguise =
  /** Characters that nobody sees, within words. */
  | "invisible"
  /** Letters of other scripts in the place of those that they look like. */
  | "homoglyphs"
  /** Letters apart from one another: `v i a g r a`. */
  | "spaced"
  /** Digits and signs in the place of letters: `v1agr@`. */
  | "leet"
  /** Letters of another shape: mathematical, in circles, of full width, upside down. */
  | "styled"

/** Words of a message, and how much they speak for spam. */
export interface Evidence {
  /** As the message has them, at most a few words. */
  readonly text: string
  /** Share of the evidence for spam, 0 to 1. */
  readonly share: number
}

/** What the text of a message by itself says of it. */
export interface MessageJudgement {
  /** Probability of spam, 0 to 1, calibrated: of a hundred messages with 0.8 about eighty are. */
  readonly probability: number
  /** Words that were read. With few of them the probability means little. */
  readonly words: number
  /** What carried the probability, the strongest first; none where nothing speaks for spam. */
  readonly evidence: ReadonlyArray<Evidence>
  readonly disguises: ReadonlyArray<Disguise>
}
