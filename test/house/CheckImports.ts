import { findViolations, importRules } from "./ImportRules.ts"
import { root } from "./Tree.ts"

/** Runs as `npm run imports`. Prints violations of the import rules, and exits with 1 if there are any. */
const found = findViolations(root)
for (const { from, rule, to, why } of found) console.error(`${rule}: ${from} imports ${to} (${why})`)
if (found.length > 0) process.exitCode = 1
else console.log(`All imports follow the ${importRules.length} rules. There are no cycles.`)
