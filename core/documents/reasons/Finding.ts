import { scoreMax } from "../../scoring/Band.ts"
import {
  byWeightThenCode,
  combineSignals,
  largest,
  type Scoring,
  type Signal,
  sum
} from "../../scoring/CombineSignals.ts"
import { fillPlaceholders, type MessageValues } from "../../scoring/ReasonCase.ts"
import type { Reason } from "../../scoring/RuleSet.ts"
import { blockPenaltyMin, type CasesOf, reasonCatalog, type ReasonCode, warnPenaltyMin } from "./ReasonCatalog.ts"
import type { ReasonEntry } from "./ReasonEntry.ts"

/** A property of a document that lowers its score. */
export interface Finding {
  readonly code: ReasonCode
  /** Penalty points of the case in the catalog. */
  readonly penalty: number
  /** One sentence for the user. */
  readonly message: string
  /** Part, stream or object of the document that has the property. */
  readonly where: string
}

/** Share of its penalty that each code after the worst one adds. */
const furtherShare = 0.25

const entries: Readonly<Record<ReasonCode, ReasonEntry>> = reasonCatalog

/**
 * Creates a finding for a case of the catalog.
 *
 * @param values texts that replace the `…` of the case's message, in order
 */
export const makeFinding = <Code extends ReasonCode, Name extends keyof CasesOf<Code> & string>(
  code: Code,
  name: Name,
  values: MessageValues<CasesOf<Code>, Name>,
  where: string
): Finding => {
  const [penalty, message] = entries[code].cases[name]!
  return { code, penalty, message: fillPlaceholders(message, values), where }
}

/**
 * Scores a document: 100 minus the worst penalty, minus a quarter of the penalties of the other codes. Only the worst
 * finding decides the rating. The other findings lower the score within the range of that rating.
 */
const scoring: Scoring<ReasonCode, ReasonCode> = {
  groupOf: (code) => code,
  groups: [],
  combineGroup: largest,
  combineAll: (penalties) => {
    const worst = largest(penalties)
    const bound = worst < warnPenaltyMin ? warnPenaltyMin - 1 : worst < blockPenaltyMin ? blockPenaltyMin - 1 : scoreMax
    return scoreMax - Math.min(worst + furtherShare * (sum(penalties) - worst), bound)
  }
}

/** Returns the score, 0 to 100; higher is safer. Each code counts once, with its worst penalty. */
export const scoreOf = (findings: ReadonlyArray<Finding>): number => combineSignals(scoring, findings.map(signalOf))

const signalOf = ({ code, penalty }: Finding): Signal<ReasonCode> => ({ code, weight: penalty })

/**
 * Returns one reason per code, highest penalty first. Each reason has the message of the worst finding and the number
 * of further findings.
 */
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
