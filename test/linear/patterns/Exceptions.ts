import { gibberishCharsMax } from "../../../core/leads/judge/JudgeText.ts"
import type { Pattern } from "./CollectPatterns.ts"

/** An expression that is slow on long texts, but is only applied to short ones. */
export interface Exception {
  readonly file: string
  /** The start of its source. */
  readonly sourceStart: string
  /** Maximum characters of its texts: a constant in the code that checks the length. */
  readonly charsMax: number
  readonly reason: string
}

/** Expressions with the reason for each. Fix an expression rather than adding it here. */
export const exceptions: ReadonlyArray<Exception> = [
  {
    file: "core/leads/judge/JudgeText.ts",
    sourceStart: "https?:\\S+|www\\.\\S+|\\[[^\\]]{0,100}\\]",
    charsMax: gibberishCharsMax,
    reason: "isGibberish answers longer messages before it is applied"
  }
]

export const findException = ({ file, source }: Pattern): Exception | undefined =>
  exceptions.find((exception) => exception.file === file && source.startsWith(exception.sourceStart))
