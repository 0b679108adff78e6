import type { ParsedArguments, ScriptDefinition } from "../ScriptOptions.ts"
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
  /** Files and folders to search. */
  readonly paths: ReadonlyArray<string>
  /** Maximum number of faults; Infinity for all. */
  readonly count: number
  readonly seed: number
  readonly kinds: ReadonlyArray<FaultKind>
  /** Restricts the search to one line; null for all lines. */
  readonly line: number | null
  /** Restricts the search to files that differ from this revision; null for all files. */
  readonly changedSince: string | null
  readonly includesWording: boolean
  readonly mode: "test" | "full"
  /** Maximum number of test files considered for a source file. */
  readonly testsMax: number
  readonly workers: number
  readonly percentMin: number
  readonly out: string
  /**
   * Part of the earlier search to run: `left` for the faults without a result, `survivors` for these and the faults
   * that were not caught. Null for a new search.
   */
  readonly continues: "left" | "survivors" | null
  readonly listsOnly: boolean
}

const defaultPaths = ["core", "adapters/storage", "adapters/http"]
const allKinds = Object.keys(faultKinds) as ReadonlyArray<FaultKind>
/** All kinds except `account` and `step`. Most of their faults also belong to `sql`, `equality` and `number`. */
const defaultKinds = allKinds.filter((kind) => kind !== "account" && kind !== "step")
const workersMax = 2

const isCount = (text: string | undefined): boolean => Number.isSafeInteger(Number(text)) && Number(text) > 0

export const faultsScript: ScriptDefinition<Names> = {
  usage: "npm run test:faults -- [FILE or FOLDER …] [options]",
  description:
    `Plants faults in the sources, one at a time, runs the tests that belong to each, and reports the faults that no test notices.
Without files or folders, it searches ${defaultPaths.join(", ")}. Faults are planted in a copy of the repository.`,
  positionalsMax: Infinity,
  options: {
    count: {
      value: "N",
      description: "Number of faults, chosen at random over folders and kinds, or all",
      fallback: "200"
    },
    seed: { value: "N", description: "Seed of the choice; another seed chooses other faults", fallback: "1" },
    kinds: {
      value: "A,B",
      description: allKinds.join(", "),
      fallback: defaultKinds.join(","),
      fallbackLabel: "all but account and step"
    },
    line: { value: "N", description: "Only the faults of this line, for a search in one file" },
    changed: { value: "REVISION", description: "Only the files that differ from this revision" },
    wording: { description: "Also change names, log messages and other texts for people" },
    full: { description: "Also run the tests of the long run" },
    tests: {
      value: "N",
      description: "Maximum number of test files to consider for a source file, nearest first",
      fallback: "40"
    },
    workers: { value: "N", description: `Number of faults to test at once, at most ${workersMax}`, fallback: "2" },
    "at-least": { value: "PERCENT", description: "Exit with code 1 if a smaller share is caught", fallback: "0" },
    out: { value: "FOLDER", description: "Folder for the reports", fallback: "coverage/faults" },
    continue: { description: "Continue the search in the folder" },
    survivors: {
      description: "Like --continue, and retry the faults that were not caught: after adding a test, or with --full"
    },
    list: { description: "List the faults and run nothing" }
  },
  example: "npm run test:faults -- core/credits --count 50 --at-least 90",
  problemOf: ({ values, positionals }) => {
    const unknown = values.kinds!.split(",").find((kind) => !(kind in faultKinds))
    if (unknown !== undefined) return `"${unknown}" is not a kind of fault. The kinds are ${allKinds.join(", ")}.`
    if (values.count !== "all" && !isCount(values.count)) return "--count takes a whole number above 0, or all."
    if (!Number.isSafeInteger(Number(values.seed))) return "--seed takes a whole number."
    if (values.line !== undefined && (!isCount(values.line) || positionals.length !== 1)) {
      return "--line takes a line number and needs exactly one file."
    }
    const continues = values.continue === "yes" || values.survivors === "yes"
    if (continues && (positionals.length > 0 || values.line !== undefined || values.changed !== undefined)) {
      return "A search that continues keeps its faults: leave out files, --line and --changed."
    }
    if (values.continue === "yes" && values.full === "yes") {
      return "A search that continues keeps its tests: use --survivors --full."
    }
    if (!isCount(values.tests)) return "--tests takes a whole number above 0."
    if (!isCount(values.workers) || Number(values.workers) > workersMax) return "--workers takes 1 or 2."
    const percent = Number(values["at-least"])
    return percent >= 0 && percent <= 100 ? null : "--at-least takes a number from 0 to 100."
  }
}

export const faultSearchOptions = ({ values, positionals }: ParsedArguments<Names>): FaultSearchOptions => ({
  paths: (positionals.length === 0 ? defaultPaths : positionals).map((path) => path.replace(/^\.\/|\/$/g, "")),
  count: values.count === "all" ? Infinity : Number(values.count),
  seed: Number(values.seed),
  kinds: values.kinds!.split(",") as ReadonlyArray<FaultKind>,
  line: values.line === undefined ? null : Number(values.line),
  changedSince: values.changed ?? null,
  includesWording: values.wording === "yes",
  mode: values.full === "yes" ? "full" : "test",
  testsMax: Number(values.tests),
  workers: Number(values.workers),
  percentMin: Number(values["at-least"]),
  out: values.out!,
  continues: values.survivors === "yes" ? "survivors" : values.continue === "yes" ? "left" : null,
  listsOnly: values.list === "yes"
})
