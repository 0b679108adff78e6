import { collectSourcePatterns } from "./SourcePatterns.ts"
import { findObjection, findUnchecked, writeChecked } from "./Verdicts.ts"

/**
 * Runs as `npm run patterns`. Checks new regular expressions of the product with `recheck`, and records the linear
 * ones.
 */
const { patterns } = collectSourcePatterns()
const unchecked = findUnchecked(patterns)
const objected = new Set<unknown>()
for (const pattern of unchecked) {
  const objection = await findObjection(pattern, "auto")
  if (objection === null) continue
  objected.add(pattern)
  console.error(objection)
}
writeChecked(patterns.filter((pattern) => !objected.has(pattern)))
console.log(`${patterns.length} expressions, ${unchecked.length} checked now, ${objected.size} not linear`)
process.exit(objected.size > 0 ? 1 : 0)
