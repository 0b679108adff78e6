import { caughtPercent, type FaultResult, isCaught, type Search } from "./Result.ts"
import { folderOf } from "./Sample.ts"

/** Returns the report of a search as text. */
export const formatReport = ({ baseline, command, faults, results }: Search): string =>
  [
    `Planted faults: ${command}`,
    "",
    ...summary(results),
    ...results.length < faults.length
      ? [`Left: ${faults.length - results.length} of ${faults.length} faults. Continue with --continue.`]
      : [],
    "",
    ...table("Folder", results, ({ fault }) => folderOf(fault.file)),
    "",
    ...table("Kind", results, ({ fault }) => fault.kind),
    "",
    ...section("Survived: all tests that run the place passed", results.filter(({ status }) => status === "survived")),
    ...section("Not run: no test runs the place", results.filter(({ status }) => status === "not run")),
    ...section("Timed out", results.filter(({ status }) => status === "timed out")),
    ...catchers(results),
    ...(baseline?.failing.length ?? 0) > 0
      ? [
        "Test files that fail without a fault, and were left out:",
        ...baseline!.failing.map((file) => `  ${file}`),
        ""
      ]
      : []
  ].join("\n")

const summary = (results: ReadonlyArray<FaultResult>): ReadonlyArray<string> => {
  const count = (status: FaultResult["status"]) => results.filter((one) => one.status === status).length
  return [
    `${results.length} faults: ${count("caught")} caught, ${count("timed out")} timed out, ` +
    `${count("survived")} survived, ${count("not run")} not run by any test.`,
    `Caught or timed out: ${caughtPercent(results).toFixed(1)} %.`
  ]
}

const table = (
  title: string,
  results: ReadonlyArray<FaultResult>,
  nameOf: (result: FaultResult) => string
): ReadonlyArray<string> => {
  const groups = [...Map.groupBy(results, nameOf)].toSorted(([one], [other]) => one < other ? -1 : 1)
  const width = Math.max(title.length, ...groups.map(([name]) => name.length))
  return [
    `${title.padEnd(width)}  faults  caught  percent`,
    ...groups.map(([name, of]) =>
      [
        name.padEnd(width),
        String(of.length).padStart(6),
        String(of.filter(isCaught).length).padStart(6),
        caughtPercent(of).toFixed(0).padStart(7)
      ].join("  ")
    )
  ]
}

const section = (title: string, results: ReadonlyArray<FaultResult>): ReadonlyArray<string> =>
  results.length === 0 ? [] : [`${title} (${results.length})`, ...results.flatMap(entry), ""]

const entry = ({ failure, fault, limit, line, tests }: FaultResult): ReadonlyArray<string> => [
  `  ${fault.file}:${fault.line}:${fault.column}  ${fault.kind}: ${shorten(fault.before)} → ${shorten(fault.after)}`,
  `      ${line}`,
  ...limit === null ? [] : [`      ${limit}`],
  ...failure === null ? [] : [`      by ${failure.file} ${failure.test}`],
  ...tests.length === 0
    ? []
    : [`      Test files: ${tests.length}, nearest ${tests.slice(0, nearestListed).join(", ")}`]
]

const nearestListed = 3
const shortMax = 60

const shorten = (text: string): string => {
  const line = text.replace(/\s+/g, " ")
  return line === "" ? "(nothing)" : line.length > shortMax ? `${line.slice(0, shortMax)}…` : line
}

const catchersListed = 15

const catchers = (results: ReadonlyArray<FaultResult>): ReadonlyArray<string> => {
  const files = Map.groupBy(results.flatMap(({ failure }) => failure ?? []), ({ file }) => file)
  const most = [...files].toSorted(([, one], [, other]) => other.length - one.length).slice(0, catchersListed)
  return most.length === 0
    ? []
    : [
      "Test files that caught the most",
      ...most.map(([file, of]) => `  ${String(of.length).padStart(4)}  ${file}`),
      ""
    ]
}
