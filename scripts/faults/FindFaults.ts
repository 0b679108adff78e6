import { accountChanges } from "./AccountConditions.ts"
import { conditionChanges, filterChanges } from "./Conditions.ts"
import { type Change, type Fault, type FaultKind, plantFault, type Source, toFaults } from "./Fault.ts"
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
  /** Whether to include changes of names and of texts for people. */
  readonly includesWording: boolean
}

/** Lists the faults that can be planted in a source, in the order of its text. */
export const findFaults = (source: Source, { kinds, includesWording }: FaultOptions): ReadonlyArray<Fault> => {
  const nodePaths = nodePathsOf(source).filter((nodePath) =>
    !isDiscard(nodePath) && (includesWording || !isWording(nodePath))
  )
  const changes = [
    ...nodePaths.flatMap((nodePath) => finders.flatMap((find) => find(nodePath, source.text))),
    ...accountChanges(source)
  ].filter(({ kind }) => kinds.includes(kind))
  const once = new Map(changes.map((change) => [`${change.start}-${change.end}:${change.after}`, change]))
  return toFaults(source, [...once.values()].toSorted((a, b) => a.start - b.start || a.end - b.end))
    .filter((fault) => fault.before !== fault.after)
}

/** Reports whether the file can still be parsed after the fault is planted. */
export const isPlantable = (fault: Fault, text: string): boolean =>
  isParsable({ file: fault.file, text: plantFault(fault, text) })
