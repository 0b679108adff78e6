import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Fault, Source } from "./Fault.ts"
import { formatReport } from "./Report.ts"
import { isCaught, type Search } from "./Result.ts"

/** Folder with the reports of a search. `report.json` allows the search to continue, and `report.txt` is for people. */
export class SearchFolder {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  read(): Search | null {
    const file = join(this.#folder, "report.json")
    return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : null
  }

  write(search: Search): void {
    mkdirSync(this.#folder, { recursive: true })
    this.#replace("report.json", JSON.stringify(search, null, 1))
    this.#replace("report.txt", formatReport(search))
  }

  /** Replaces a file atomically, so that a stop during a write keeps the earlier report. */
  #replace(name: string, text: string): void {
    const file = join(this.#folder, name)
    writeFileSync(`${file}.new`, text)
    renameSync(`${file}.new`, file)
  }
}

export const newSearch = (
  faults: ReadonlyArray<Fault>,
  sources: ReadonlyArray<Source>,
  rest: Pick<Search, "command" | "mode">
): Search => ({
  ...rest,
  startedAt: new Date().toISOString(),
  digests: Object.fromEntries(sources.map(({ file, text }) => [file, digestOf(text)])),
  faults,
  sites: [],
  baseline: null,
  results: []
})

/** Returns a search without the faults whose sources have changed. */
export const withoutChangedSources = (search: Search, textOf: (file: string) => string | null): Search => {
  const isSame = ({ file }: Fault): boolean => {
    const text = textOf(file)
    return text !== null && digestOf(text) === search.digests[file]
  }
  const unchanged = search.faults.map((fault, at) => ({ fault, site: search.sites[at] ?? null }))
    .filter(({ fault }) => isSame(fault))
  return {
    ...search,
    faults: unchanged.map(({ fault }) => fault),
    sites: unchanged.map(({ site }) => site),
    results: search.results.filter(({ fault }) => isSame(fault))
  }
}

/**
 * Returns the search without its baseline, and with only the results of caught faults, so that the other faults run
 * again.
 */
export const keepCaughtResults = (search: Search, mode: Search["mode"]): Search => ({
  ...search,
  mode,
  baseline: null,
  results: search.results.filter(isCaught)
})

/** Returns a fault's id, which is the same in every run of the program. */
export const faultId = ({ after, end, file, start }: Fault): string => `${file}:${start}-${end}:${after}`

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex")
