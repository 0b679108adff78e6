import { gibberishCharsMax } from "../../../core/leads/judge/JudgeText.ts"
import type { Pattern } from "./CollectPatterns.ts"

/** An expression that is slow on long texts, but is only applied to short texts. */
export interface Exception {
  readonly file: string
  readonly sourceStart: string
  /**
   * Maximum characters of the texts that the expression receives. The code that checks the length uses this constant.
   */
  readonly charsMax: number
  readonly reason: string
}

/** All exceptions. If possible, fix an expression instead of adding it here. */
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
