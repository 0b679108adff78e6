import type { Given, Script } from "../ScriptOptions.ts"
import { type FaultKind, faultKinds } from "./Fault.ts"

type Names =
  | "count"
  | "seed"
  | "kinds"
  | "line"
  | "changed"
  | "wording"
  | "full"
  | "tests"
  | "workers"
  | "at-least"
  | "out"
  | "continue"
  | "survivors"
  | "list"

export interface FaultSearchOptions {
  /** Files and folders. */
  readonly paths: ReadonlyArray<string>
  /** Infinity for all. */
  readonly count: number
  readonly seed: number
  readonly kinds: ReadonlyArray<FaultKind>
  /** Of the faults of a line alone; null for all lines. */
  readonly line: number | null
  /** A revision; null for files whether changed or not. */
  readonly changedSince: string | null
  readonly withWording: boolean
  readonly mode: "test" | "full"
  /** How many test files are considered for a source file. */
  readonly testsMax: number
  readonly workers: number
  readonly percentMin: number
  readonly out: string
  /** Whether the search of the folder goes on: with what is left, or with what was not caught as well. */
  readonly continues: "left" | "survivors" | null
  readonly listsOnly: boolean
}

const defaultPaths = ["core", "adapters/storage", "adapters/http"]
const allKinds = Object.keys(faultKinds) as ReadonlyArray<FaultKind>
/** Faults of `account` are among those of `sql` and `equality` as well: a search for all of them names it. */
const defaultKinds = allKinds.filter((kind) => kind !== "account")
const workersMax = 2

const isCount = (text: string | undefined): boolean => Number.isSafeInteger(Number(text)) && Number(text) > 0

export const faultsScript: Script<Names> = {
  usage: "npm run test:faults -- [FILE or FOLDER …] [options]",
  about:
    `Plants faults in the sources, one at a time, runs the tests that belong to each, and reports which faults no test notices.
Without files or folders it searches ${defaultPaths.join(", ")}. Faults are planted in a copy of the repository.`,
  words: Infinity,
  options: {
    count: { value: "N", about: "How many faults, chosen at random over folders and kinds, or all", fallback: "200" },
    seed: { value: "N", about: "Another seed chooses other faults", fallback: "1" },
    kinds: {
      value: "A,B",
      about: allKinds.join(", "),
      fallback: defaultKinds.join(","),
      fallbackSaid: "all but account"
    },
    line: { value: "N", about: "Only the faults of this line, for a search in one file" },
    changed: { value: "REVISION", about: "Only the files that differ from this revision" },
    wording: { about: "Change names, log messages and other texts for people as well" },
    full: { about: "Run the tests of the long run as well" },
    tests: { value: "N", about: "How many test files to consider for a source file, nearest first", fallback: "40" },
    workers: { value: "N", about: `How many faults at once, at most ${workersMax}`, fallback: "2" },
    "at-least": { value: "PERCENT", about: "End with 1 where a smaller share is caught", fallback: "0" },
    out: { value: "FOLDER", about: "Where the reports are written", fallback: "coverage/faults" },
    continue: { about: "Go on with the search that the folder holds" },
    survivors: {
      about: "The same, and try the faults again that it did not catch: with --full, or after a test was added"
    },
    list: { about: "List the faults and run nothing" }
  },
  example: "npm run test:faults -- core/credits --count 50 --at-least 90",
  problemOf: ({ values, words }) => {
    const unknown = values.kinds!.split(",").find((kind) => !(kind in faultKinds))
    if (unknown !== undefined) return `"${unknown}" is no kind of fault.`
    if (values.count !== "all" && !isCount(values.count)) return "--count takes a whole number above 0, or all."
    if (!Number.isSafeInteger(Number(values.seed))) return "--seed takes a whole number."
    if (values.line !== undefined && (!isCount(values.line) || words.length !== 1)) {
      return "--line takes the number of a line, and needs one file."
    }
    if (!isCount(values.tests)) return "--tests takes a whole number above 0."
    if (!isCount(values.workers) || Number(values.workers) > workersMax) return "--workers takes 1 or 2."
    const percent = Number(values["at-least"])
    return percent >= 0 && percent <= 100 ? null : "--at-least takes a number from 0 to 100."
  }
}

export const faultSearchOptions = ({ values, words }: Given<Names>): FaultSearchOptions => ({
  paths: (words.length === 0 ? defaultPaths : words).map((path) => path.replace(/^\.\/|\/$/g, "")),
  count: values.count === "all" ? Infinity : Number(values.count),
  seed: Number(values.seed),
  kinds: values.kinds!.split(",") as ReadonlyArray<FaultKind>,
  line: values.line === undefined ? null : Number(values.line),
  changedSince: values.changed ?? null,
  withWording: values.wording === "yes",
  mode: values.full === "yes" ? "full" : "test",
  testsMax: Number(values.tests),
  workers: Number(values.workers),
  percentMin: Number(values["at-least"]),
  out: values.out!,
  continues: values.survivors === "yes" ? "survivors" : values.continue === "yes" ? "left" : null,
  listsOnly: values.list === "yes"
})
