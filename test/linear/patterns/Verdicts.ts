import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import type { AttackPattern } from "recheck"
import type { Attack } from "./Attacks.ts"
import { exceptionOf } from "./Exceptions.ts"
import type { Pattern } from "./PatternsOf.ts"
import { slowestOf } from "./Slowness.ts"

const require = createRequire(import.meta.url)

/** Hashes of the expressions to which `recheck` does not object, behind its version. `npm run patterns` writes it. */
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
 * It takes bounded repetitions for unbounded ones, does not read every expression, and gives up on some. Only a text on which the
 * expression is slow counts, as for the probe.
 *
 * @param backend "pure" runs in this process; "auto" starts a program if there is one for this system, which is four times as fast
 */
export const objectionTo = async (pattern: Pattern, backend: "pure" | "auto"): Promise<string | null> => {
  const { file, flags, line, source } = pattern
  process.env["RECHECK_BACKEND"] = backend
  const { check, checkSync } = require("recheck") as typeof import("recheck")
  // It does not know the flag `v`, whose classes mean the same as those of `u` unless they are computed.
  const knownFlags = flags.replace("v", "u")
  const found = backend === "pure"
    ? checkSync(source, knownFlags, { timeout, randomSeed })
    : await check(source, knownFlags, { timeout, randomSeed })
  if (found.status !== "vulnerable") return null
  const textCharsMax = exceptionOf(pattern)?.charsMax ?? Infinity
  // What is exponential would take for ever to measure.
  const isSlow = found.complexity.type === "exponential" ||
    slowestOf(source, flags, [attackOf(found.attack)], textCharsMax) !== null
  if (!isSlow) return null
  return `${file}:${line} /${source}/${flags}: ${found.complexity.summary}, for instance ${found.attack.pattern}`
}

const attackOf = ({ pumps, suffix }: AttackPattern): Attack => {
  const [first = { head: "", pump: "" }, ...more] = pumps.map(({ prefix, pump }) => ({ head: prefix, pump }))
  return { ...first, more, tail: suffix }
}
