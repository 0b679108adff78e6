import { clampScore } from "./Band.ts"

/** One thing that a judge noticed. */
export interface Signal<out Code extends string = string> {
  readonly code: Code
  /** In the unit of the judge: points of risk, penalty points or logits. */
  readonly weight: number
  /** The result that it forces at least, 0 to 100, whatever else was noticed. */
  readonly atLeast?: number | undefined
}

/** How a judge turns signals into a number from 0 to 100. */
export interface Scoring<in Code extends string, Group extends string> {
  /** What a code is about: codes of one group are looked at together. */
  readonly groupOf: (code: Code) => Group
  /** The order in which groups are combined, since sums of fractions depend on it; groups that are not listed come last. */
  readonly groups: ReadonlyArray<Group>
  /** The value of a group, from the weight of each of its codes, the lowest first. */
  readonly ofGroup: (weights: ReadonlyArray<number>, group: Group) => number
  /** The result, from the values of the groups. It is rounded down and kept within 0 and 100. */
  readonly ofAll: (values: ReadonlyArray<number>) => number
}

/**
 * The fold from signals to a score or a risk: of each code the strongest signal counts, codes combine within their groups, and groups
 * with each other. Total, whole, 0 to 100, independent of the order of the signals.
 */
export const fold = <Code extends string, Group extends string>(
  { groupOf, groups, ofAll, ofGroup }: Scoring<Code, Group>,
  signals: Iterable<Signal<Code>>
): number => {
  const strongest = new Map<Code, number>()
  let floor = 0
  for (const { atLeast = 0, code, weight } of signals) {
    const before = strongest.get(code)
    if (before === undefined || Math.abs(weight) > Math.abs(before)) strongest.set(code, weight)
    floor = Math.max(floor, atLeast)
  }
  const weights = new Map<Group, Array<number>>(groups.map((group) => [group, []]))
  for (const [code, weight] of strongest) {
    const group = groupOf(code)
    const same = weights.get(group)
    if (same === undefined) weights.set(group, [weight])
    else same.push(weight)
  }
  const values = [...weights].map(([group, its]) => ofGroup(its.toSorted(ascending), group))
  return clampScore(Math.max(floor, ofAll(values)))
}

const ascending = (one: number, other: number): number => one - other

export const sum = (values: ReadonlyArray<number>): number => values.reduce((all, value) => all + value, 0)

export const largest = (values: ReadonlyArray<number>): number =>
  values.reduce((most, value) => Math.max(most, value), 0)

/** The weightiest first, then by code: what gave rise to signals does not show in their order. */
export const byWeightThenCode = (one: Signal, other: Signal): number =>
  other.weight - one.weight || (one.code < other.code ? -1 : one.code > other.code ? 1 : 0)
