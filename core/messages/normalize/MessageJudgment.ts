/** Techniques to hide text from filters but not from people. */
export type Disguise =
  /** Invisible characters within words. */
  | "invisible"
  /** Lookalike letters of other scripts. */
  | "homoglyphs"
  /** Letters separated by spaces: `v i a g r a`. */
  | "spaced"
  /** Digits and symbols in place of letters: `v1agr@`. */
  | "leet"
  /** Variant letters: mathematical, circled, full-width, upside down. */
  | "styled"

/** Words of a message and their contribution to the spam probability. */
export interface Evidence {
  /** A few words, as written in the message. */
  readonly text: string
  /** Share of the evidence for spam, 0 to 1. */
  readonly share: number
}

/** Classification of a message's text. */
export interface MessageJudgment {
  /** Calibrated probability of spam, 0 to 1: about 80 of 100 messages with 0.8 are spam. */
  readonly probability: number
  /** Words read. With few words, the probability is unreliable. */
  readonly words: number
  /** Strongest evidence first. Empty if nothing indicates spam. */
  readonly evidence: ReadonlyArray<Evidence>
  readonly disguises: ReadonlyArray<Disguise>
}
