import { existsSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { equivalents, isEquivalent } from "../../../scripts/faults/Equivalent.ts"
import { type FaultKind, faultKinds } from "../../../scripts/faults/Fault.ts"
import { findFaults } from "../../../scripts/faults/FindFaults.ts"
import { readText, root } from "../../house/Tree.ts"

const kinds = Object.keys(faultKinds) as ReadonlyArray<FaultKind>

// An entry has no effect if its line has changed. Review or remove such an entry.
it.each(equivalents)("$file: $before on the list is a fault of its line, and has a reason", (listed) => {
  expect(existsSync(join(root, listed.file)), listed.file).toBe(true)
  const text = readText(listed.file)
  const found = findFaults({ file: listed.file, text }, { kinds, includesWording: true })
    .filter((fault) => isEquivalent(fault, text, [listed]))
  expect(found).not.toEqual([])
  expect(listed.reason.length).toBeGreaterThan(20)
})
