import { scoreMax } from "../../scoring/Band.ts"
import { fillIn, type ValuesOf } from "../../scoring/Case.ts"
import { byWeightThenCode, fold, largest, type Scoring, type Signal, sum } from "../../scoring/Fold.ts"
import type { Reason } from "../../scoring/RuleSet.ts"
import {
  blockPenaltyMin,
  type CaseOf,
  type MessageOf,
  reasonCatalogue,
  type ReasonCode,
  warnPenaltyMin
} from "./ReasonCatalogue.ts"
import type { ReasonEntry } from "./ReasonEntry.ts"

/** Something about a document that lowers its score. */
export interface Finding {
  readonly code: ReasonCode
  /** The catalogue's points of the case. */
  readonly penalty: number
  /** One sentence that a person understands. */
  readonly message: string
  /** Part, stream or object. */
  readonly where: string
}

/** What further findings add of their own penalty, beside the worst. */
const furtherShare = 0.25

const entries: Readonly<Record<ReasonCode, ReasonEntry>> = reasonCatalogue

/**
 * A finding of a case of the catalogue.
 *
 * @param values one for each `…` of the case's message
 */
export const finding = <Code extends ReasonCode, Case extends CaseOf<Code>>(
  code: Code,
  name: Case,
  values: ValuesOf<MessageOf<Code, Case>>,
  where: string
): Finding => {
  const [penalty, message] = entries[code].cases[name]!
  return { code, penalty, message: fillIn(message, values), where }
}

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
