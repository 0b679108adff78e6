import { gibberishCharsMax } from "../../../core/leads/Gibberish.ts"
import type { Pattern } from "./PatternsOf.ts"

/** An expression that is not linear, or that `recheck` takes for one that is not. */
export interface Exception {
  readonly file: string
  /** How its source begins. */
  readonly begins: string
  /** Characters of the longest text that it is applied to, which the code checks; null: the probe finds it linear for any text. */
  readonly charsMax: number | null
  readonly reason: string
}

/** Expressions with a reason each. Mend an expression rather than adding it here. */
export const exceptions: ReadonlyArray<Exception> = [
  {
    file: "core/leads/Gibberish.ts",
    begins: "https?:\\S+|www\\.\\S+|\\[[^\\]]{0,100}\\]",
    charsMax: gibberishCharsMax,
    reason: "isGibberish answers longer messages before it is applied"
  },
  {
    file: "core/documents/judge/JudgeLure.ts",
    begins: "\\b(?:account|apple id|id|",
    charsMax: null,
    reason: "looks at most 120 characters further: recheck counts them as any number"
  },
  {
    file: "adapters/language/LanguageText.ts",
    begins: "[A-Za-z][^\\s]{0,64}[\\u0370-\\u052f]",
    charsMax: null,
    reason: "looks at most 64 characters further: recheck counts them as any number"
  },
  {
    file: "core/urls/brands/FindLookalike.ts",
    begins: "\\.(?:ez|lib)?proxy\\d?\\.[a-z0-9.-]{1,200}",
    charsMax: null,
    reason: "looks at most 200 characters further: recheck counts them as any number"
  },
  {
    file: "core/urls/SharedPages.ts",
    begins: "^\\/[^/]+\\/[^/]*[0-9a-f]{32}$",
    charsMax: null,
    reason: "goes back and looks at 32 characters from each place: recheck counts them as any number"
  }
]

export const exceptionOf = ({ file, source }: Pattern): Exception | undefined =>
  exceptions.find((exception) => exception.file === file && source.startsWith(exception.begins))
