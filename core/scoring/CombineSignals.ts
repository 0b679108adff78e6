import { clampScore } from "./Band.ts"

/** Finding with a weight. */
export interface Signal<out Code extends string = string> {
  readonly code: Code
  /** Weight in the unit of the scoring: points of risk, penalty points or logits. */
  readonly weight: number
  /** Lower bound for the result, 0 to 100. */
  readonly atLeast?: number | undefined
}

/** Functions that combine signals into a number from 0 to 100. */
export interface Scoring<in Code extends string, Group extends string> {
  /** Group of a code. Codes of a group are combined first. */
  readonly groupOf: (code: Code) => Group
  /**
   * Order in which groups are combined, because floating-point sums depend on the order. Groups that are not listed
   * come last.
   */
  readonly groups: ReadonlyArray<Group>
  /** Returns the value of a group from the weights of its codes, in ascending order. */
  readonly combineGroup: (weights: ReadonlyArray<number>, group: Group) => number
  /**
   * Returns the result from the values of all groups. `combineSignals` rounds it down and clamps it to the range from 0
   * to 100.
   */
  readonly combineAll: (values: ReadonlyArray<number>) => number
}

/**
 * Combines signals into a score or risk. Only the strongest signal per code counts. Codes are combined within their
 * groups, and then the groups with each other. Always returns an integer from 0 to 100, which does not depend on the
 * order of the signals.
 */
export const combineSignals = <Code extends string, Group extends string>(
  { groupOf, groups, combineAll, combineGroup }: Scoring<Code, Group>,
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
  const values = [...weights].map(([group, its]) => combineGroup(its.toSorted(ascending), group))
  return clampScore(Math.max(floor, combineAll(values)))
}

const ascending = (one: number, other: number): number => one - other

export const sum = (values: ReadonlyArray<number>): number => values.reduce((all, value) => all + value, 0)

export const largest = (values: ReadonlyArray<number>): number =>
  values.reduce((most, value) => Math.max(most, value), 0)

/**
 * Compares signals by weight, highest first, then by code, so that the sorted order does not depend on the input order.
 */
export const byWeightThenCode = (one: Signal, other: Signal): number =>
  other.weight - one.weight || (one.code < other.code ? -1 : one.code > other.code ? 1 : 0)
