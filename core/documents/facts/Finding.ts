import { scoreMax } from "../../scoring/Band.ts"
import { byWeightThenCode, fold, largest, type Scoring, type Signal, sum } from "../../scoring/Fold.ts"
import type { Reason } from "../../scoring/Rule.ts"
import { blockPenaltyMin, type reasonCatalogue, type ReasonCode, warnPenaltyMin } from "./ReasonCatalogue.ts"

/** Something about a document that lowers its score. */
export interface Finding {
  readonly code: ReasonCode
  /** One of the catalogue's penalties of the code. */
  readonly penalty: number
  /** One sentence that a person understands. */
  readonly message: string
  /** Part, stream or object. */
  readonly where: string
}

/** What further findings add of their own penalty, beside the worst. */
const furtherShare = 0.25

/** A penalty of a code; a number that the catalogue does not name is a mistake of the rule. */
export const finding = <Code extends ReasonCode>(
  code: Code,
  penalty: (typeof reasonCatalogue)[Code]["penalties"][number],
  message: string,
  where: string
): Finding => ({ code, penalty, message, where })

/**
 * 100 less the worst penalty and a quarter of every other code's. Trifles never add up to a warning, nor warnings to a block: the
 * rating is that of the worst finding, the rest only moves the score within it.
 */
const scoring: Scoring<ReasonCode, ReasonCode> = {
  groupOf: (code) => code,
  groups: [],
  ofGroup: largest,
  ofAll: (penalties) => {
    const worst = largest(penalties)
    const bound = worst < warnPenaltyMin ? warnPenaltyMin - 1 : worst < blockPenaltyMin ? blockPenaltyMin - 1 : scoreMax
    return scoreMax - Math.min(worst + furtherShare * (sum(penalties) - worst), bound)
  }
}

/** Codes count once, with their worst penalty. Higher is safer. */
export const scoreOf = (findings: ReadonlyArray<Finding>): number => fold(scoring, findings.map(signalOf))

const signalOf = ({ code, penalty }: Finding): Signal<ReasonCode> => ({ code, weight: penalty })

/** One reason for each code, the weightiest first: the worst finding's message, and how many more there are. */
export const reasonsOf = (findings: ReadonlyArray<Finding>): ReadonlyArray<Reason<ReasonCode>> => {
  const byCode = Map.groupBy(findings, ({ code }) => code)
  return [...byCode.values()]
    .map((same) => same.reduce((worst, one) => one.penalty > worst.penalty ? one : worst))
    .toSorted((one, other) => byWeightThenCode(signalOf(one), signalOf(other)))
    .map(({ code, message, where }) => {
      const more = byCode.get(code)!.length - 1
      return { code, message: `${message} (${where}${more === 0 ? "" : `, and ${more} more`})` }
    })
}
