import { gibberishCharsMax } from "../../../core/leads/judge/JudgeText.ts"
import type { Pattern } from "./PatternsOf.ts"

/** An expression that is slow on long texts, and is applied to short ones only. */
export interface Exception {
  readonly file: string
  /** How its source begins. */
  readonly begins: string
  /** Characters of the longest text that it is applied to: a constant of the code that checks it. */
  readonly charsMax: number
  readonly reason: string
}

/** Expressions with a reason each. Mend an expression rather than adding it here. */
export const exceptions: ReadonlyArray<Exception> = [
  {
    file: "core/leads/judge/JudgeText.ts",
    begins: "https?:\\S+|www\\.\\S+|\\[[^\\]]{0,100}\\]",
    charsMax: gibberishCharsMax,
    reason: "isGibberish answers longer messages before it is applied"
  }
]

export const exceptionOf = ({ file, source }: Pattern): Exception | undefined =>
  exceptions.find((exception) => exception.file === file && source.startsWith(exception.begins))
