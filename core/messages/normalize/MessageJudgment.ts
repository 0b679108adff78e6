/** Technique that hides text from filters but not from people. */
export type Disguise =
  /** Invisible characters within words. */
  | "invisible"
  /** Lookalike letters of other scripts. */
  | "homoglyphs"
  /** Letters with spaces between them: `v i a g r a`. */
  | "spaced"
  /** Digits and symbols instead of letters: `v1agr@`. */
  | "leet"
  /** Variants of letters: mathematical, circled, full-width or upside down. */
  | "styled"

/** Words of a message that indicate spam, with their share of the evidence. */
export interface Evidence {
  /** One word or a few words, as written in the message. */
  readonly text: string
  /** Share of all evidence for spam, from 0 to 1. */
  readonly share: number
}

/** Classification of a message's text. */
export interface MessageJudgment {
  /** Calibrated probability of spam, from 0 to 1. Of 100 messages with 0.8, about 80 are spam. */
  readonly probability: number
  /** Number of words. If it is small, the probability is unreliable. */
  readonly words: number
  /** Evidence for spam, strongest first. Empty if nothing indicates spam. */
  readonly evidence: ReadonlyArray<Evidence>
  readonly disguises: ReadonlyArray<Disguise>
}
