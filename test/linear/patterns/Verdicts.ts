import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { AttackPattern } from "recheck"
import type { Attack } from "./Attacks.ts"
import type { Pattern } from "./CollectPatterns.ts"
import { findException } from "./Exceptions.ts"
import { findSlowAttack } from "./Slowness.ts"

const require = createRequire(import.meta.url)

/**
 * File with the version of `recheck` and the hashes of the expressions that it accepts.
 *
 * `npm run patterns` writes the file.
 */
const checkedFile = new URL("checked.txt", import.meta.url)

/** Maximum milliseconds for one expression. Most expressions take 100 ms. */
const timeout = 30_000

/** Seed that makes recheck's fuzzing the same in each run. */
const randomSeed = 20_261_122

const version = (): string => `recheck ${(require("recheck/package.json") as { readonly version: string }).version}`

const hashOf = ({ flags, source }: Pattern): string =>
  createHash("sha256").update(`/${source}/${flags}`).digest("hex").slice(0, 16)

/** Returns the expressions without a recorded verdict: new ones, or all if the version of `recheck` differs. */
export const findUnchecked = (patterns: ReadonlyArray<Pattern>): ReadonlyArray<Pattern> => {
  const [by, ...hashes] = readFileSync(checkedFile, "utf8").trimEnd().split("\n")
  const checked = new Set(by === version() ? hashes : [])
  return patterns.filter((pattern) => !checked.has(hashOf(pattern)))
}

export const writeChecked = (patterns: ReadonlyArray<Pattern>): void =>
  writeFileSync(checkedFile, `${[version(), ...patterns.map(hashOf).toSorted()].join("\n")}\n`)

/**
 * Returns the reason for which `recheck` rejects an expression; null if it accepts it.
 *
 * `recheck` treats bounded repetitions as unbounded, cannot parse every expression, and gives up on some. A rejection
 * counts only if it includes a text on which the expression is measurably slow.
 *
 * @param backend "pure" runs in this process; "auto" starts a native program if this system has one, which is four
 * times as fast
 */
export const findObjection = async (pattern: Pattern, backend: "pure" | "auto"): Promise<string | null> => {
  const { file, flags, line, source } = pattern
  process.env["RECHECK_BACKEND"] = backend
  const { check, checkSync } = require("recheck") as typeof import("recheck")
  // `recheck` does not support the flag `v`. Except for set operations, classes mean the same with `u`.
  const knownFlags = flags.replace("v", "u")
  const found = backend === "pure"
    ? checkSync(source, knownFlags, { timeout, randomSeed })
    : await check(source, knownFlags, { timeout, randomSeed })
  if (found.status !== "vulnerable") return null
  const textCharsMax = findException(pattern)?.charsMax ?? Infinity
  // Exponential expressions are not measured, because that would never end.
  const isSlow = found.complexity.type === "exponential" ||
    findSlowAttack(source, flags, [attackOf(found.attack)], textCharsMax) !== null
  if (!isSlow) return null
  return `${file}:${line} /${source}/${flags}: ${found.complexity.summary}, for instance ${found.attack.pattern}`
}

const attackOf = ({ pumps, suffix }: AttackPattern): Attack => {
  const [first = { head: "", pump: "" }, ...more] = pumps.map(({ prefix, pump }) => ({ head: prefix, pump }))
  return { ...first, more, tail: suffix }
}
