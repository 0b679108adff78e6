import { openCompoundFile } from "../compound/CompoundFile.ts"
import { equationFault } from "../ole/Equation.ts"
import { classOf } from "../ole/OleObject.ts"
import type { Budget } from "../reading/Budget.ts"
import type { Findings } from "../reading/Findings.ts"
import { zipKey } from "../zip/ZipEntry.ts"
import type { OoxmlPackage } from "./OoxmlPackage.ts"

/** An object that a part calls an equation, by the relationship that leads to the object's own part. */
export interface NamedEquation {
  readonly owner: string
  readonly id: string
}

/**
 * Reads the objects that only the text calls equations. Objects that have a class themselves are read as embedded files.
 *
 * Source: ECMA-376 part 1, 17.3.3.19 and 18.3.1.59 (`progId`).
 */
export const addNamedEquations = (
  ooxml: OoxmlPackage,
  equations: ReadonlyArray<NamedEquation>,
  budget: Budget,
  findings: Findings
): void => {
  const keys = new Set<string>()
  for (const [owner, named] of Map.groupBy(equations, (one) => one.owner)) {
    const ids = new Set(named.map(({ id }) => id))
    for (const { id, part } of ooxml.relationshipsOf(owner)) if (part !== "" && ids.has(id)) keys.add(part)
  }
  for (const { entry, name: where } of ooxml.parts.filter(({ name }) => keys.has(zipKey(name)))) {
    const file = openCompoundFile(ooxml.archive.read(entry).bytes, budget)
    const root = file?.entries[0]
    if (file !== null && root !== undefined && classOf(file, root).classId !== null) continue
    const fault = file === null ? "an equation that is no OLE object (CVE-2017-11882)" : equationFault(file, "")
    if (fault === null) continue
    findings.add({
      kind: "ole object",
      classId: null,
      progId: "Equation.3",
      isUpdated: false,
      isMalformed: true,
      where
    })
    findings.add({ kind: "exploit", what: fault, where })
  }
}
