import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { Diagnostics } from "recheck"
import { attacksOn } from "./Attacks.ts"
import { exceptionOf } from "./Exceptions.ts"
import type { Pattern } from "./PatternsOf.ts"

const require = createRequire(import.meta.url)

/** Hashes of the expressions that `recheck` takes for linear, behind its version. `npm run patterns` writes it. */
const checkedFile = new URL("checked.txt", import.meta.url)

/** Milliseconds for one expression; most take a tenth of a second. */
const timeout = 30_000

/** The same fuzzing on each run. */
const randomSeed = 20_261_122

const version = (): string => `recheck ${(require("recheck/package.json") as { readonly version: string }).version}`

const hashOf = ({ flags, source }: Pattern): string =>
  createHash("sha256").update(`/${source}/${flags}`).digest("hex").slice(0, 16)

/** Returns the expressions without a recorded verdict: new ones, and all if `recheck` is another version. */
export const uncheckedOf = (patterns: ReadonlyArray<Pattern>): ReadonlyArray<Pattern> => {
  const [by, ...hashes] = readFileSync(checkedFile, "utf8").trimEnd().split("\n")
  const checked = new Set(by === version() ? hashes : [])
  return patterns.filter((pattern) => !checked.has(hashOf(pattern)))
}

export const writeChecked = (patterns: ReadonlyArray<Pattern>): void =>
  writeFileSync(checkedFile, `${[version(), ...patterns.map(hashOf).toSorted()].join("\n")}\n`)

/**
 * Returns what `recheck` holds against an expression; null for nothing.
 *
 * @param backend "pure" runs in this process; "auto" starts a program if there is one for this system, which is four times as fast
 */
export const objectionTo = async (pattern: Pattern, backend: "pure" | "auto"): Promise<string | null> => {
  if (exceptionOf(pattern) !== undefined) return null
  process.env["RECHECK_BACKEND"] = backend
  const { check, checkSync } = require("recheck") as typeof import("recheck")
  // It does not know the flag `v`, whose classes mean the same as those of `u` unless they are computed.
  const flags = pattern.flags.replace("v", "u")
  const found = backend === "pure"
    ? checkSync(pattern.source, flags, { timeout, randomSeed })
    : await check(pattern.source, flags, { timeout, randomSeed })
  if (found.status === "safe" || isUnreadable(found) && attacksOn(pattern.source, pattern.flags).length === 0) {
    return null
  }
  return `${pattern.file}:${pattern.line} /${pattern.source}/${pattern.flags}: ${wordsOf(found)}`
}

const isUnreadable = (found: Diagnostics): boolean =>
  found.status === "unknown" && (found.error.kind === "invalid" || found.error.kind === "unsupported")

const wordsOf = (found: Diagnostics): string =>
  found.status === "vulnerable"
    ? `${found.complexity.summary}, for instance ${found.attack.pattern}`
    : found.status === "unknown"
    ? `unknown (${found.error.kind})`
    : found.status
