import { accountChanges } from "./AccountConditions.ts"
import { conditionChanges, filterChanges } from "./Conditions.ts"
import { type Change, type Fault, type FaultKind, faultsAt, planted, type Source } from "./Fault.ts"
import { operatorChanges } from "./Operators.ts"
import { isDiscard, isWording } from "./Skipped.ts"
import { sqlChanges } from "./SqlConditions.ts"
import { statementChanges } from "./Statements.ts"
import { isParsable, type NodePath, nodePathsOf } from "./Syntax.ts"
import { valueChanges } from "./Values.ts"

const finders: ReadonlyArray<(nodePath: NodePath, text: string) => ReadonlyArray<Change>> = [
  operatorChanges,
  conditionChanges,
  filterChanges,
  statementChanges,
  valueChanges,
  sqlChanges
]

export interface FaultOptions {
  readonly kinds: ReadonlyArray<FaultKind>
  /** Whether to change names and texts for people too. */
  readonly withWording: boolean
}

/** Lists the faults that can be planted in a source, in the order of its text. */
export const faultsOf = (source: Source, { kinds, withWording }: FaultOptions): ReadonlyArray<Fault> => {
  const nodePaths = nodePathsOf(source).filter((nodePath) =>
    !isDiscard(nodePath) && (withWording || !isWording(nodePath))
  )
  const changes = [
    ...nodePaths.flatMap((nodePath) => finders.flatMap((find) => find(nodePath, source.text))),
    ...accountChanges(source)
  ].filter(({ kind }) => kinds.includes(kind))
  const once = new Map(changes.map((change) => [`${change.start}-${change.end}:${change.after}`, change]))
  return faultsAt(source, [...once.values()].toSorted((a, b) => a.start - b.start || a.end - b.end))
    .filter((fault) => fault.before !== fault.after)
}

/** Reports whether the file can still be parsed with the fault in it. */
export const isPlantable = (fault: Fault, text: string): boolean =>
  isParsable({ file: fault.file, text: planted(fault, text) })
