/**
 * `npm run test:faults`: plants faults in the sources, and reports faults that no test catches. `--help` lists the
 * options.
 */
import { existsSync, readFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { chooseFaults, readSources } from "./faults/ChooseFaults.ts"
import { changedFiles, repositoryFiles } from "./faults/Copy.ts"
import { faultSearchOptions, faultsScript } from "./faults/Options.ts"
import { formatReport } from "./faults/Report.ts"
import { caughtPercent, type Search } from "./faults/Result.ts"
import { runSearch } from "./faults/RunSearch.ts"
import { keepCaughtResults, newSearch, SearchFolder, withoutChangedSources } from "./faults/SearchFolder.ts"
import { readScriptArguments } from "./ScriptOptions.ts"

const root = fileURLToPath(new URL("..", import.meta.url))
const options = faultSearchOptions(readScriptArguments(faultsScript))
const out = resolve(root, options.out)
const folder = new SearchFolder(out)
const files = repositoryFiles(root)
const textOf = (file: string): string => readFileSync(join(root, file), "utf8")

/** Reads the search in the folder, and drops the faults whose sources have changed since then. */
const earlierSearch = (part: "left" | "survivors"): Search => {
  const earlier = folder.read()
  if (earlier === null) {
    console.error(
      `No search to continue in ${options.out}. Start one without --continue and --survivors, or set --out.`
    )
    process.exit(2)
  }
  const search = withoutChangedSources(earlier, (file) => existsSync(join(root, file)) ? textOf(file) : null)
  const dropped = earlier.faults.length - search.faults.length
  if (dropped > 0) console.error(`Dropped ${dropped} faults because their files have changed.`)
  return part === "left" ? search : keepCaughtResults(search, options.mode)
}

const chosenSearch = (): Search => {
  const changed = options.changedSince === null ? null : new Set(changedFiles(root, options.changedSince))
  const sources = readSources(root, files.filter((file) => changed?.has(file) ?? true), options.paths)
  const { among, faults } = chooseFaults(sources, options)
  console.error(`Chose ${faults.length} of ${among} faults in ${sources.length} files.`)
  const command = ["npm run test:faults --", ...process.argv.slice(2)].join(" ")
  return newSearch(faults, sources, { command, mode: options.mode })
}

const search = options.continues === null ? chosenSearch() : earlierSearch(options.continues)
if (options.listsOnly) {
  for (const { after, before, column, file, kind, line } of search.faults) {
    console.log(`${file}:${line}:${column}  ${kind}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`)
  }
} else {
  const done = await runSearch(search, {
    root,
    files,
    textOf,
    workers: options.workers,
    testsMax: options.testsMax,
    logFolder: out,
    onChange: (search) => folder.write(search)
  })
  console.log(formatReport(done))
  console.log(`Wrote report.txt and report.json to ${options.out}.`)
  const isWhole = done.results.length === done.faults.length
  process.exitCode = isWhole && caughtPercent(done.results) >= options.percentMin ? 0 : 1
}
