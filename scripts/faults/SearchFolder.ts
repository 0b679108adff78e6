import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Fault, Source } from "./Fault.ts"
import { reportOf } from "./Report.ts"
import { isCaught, type Search } from "./Result.ts"

/** The folder of a search's reports: `report.json`, from which it can continue, and `report.txt` for people. */
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
    this.#replace("report.txt", reportOf(search))
  }

  /** Replaces a file atomically: a stop during a write keeps the earlier report. */
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

/** Returns the part of a search whose sources have not changed. */
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

/** Returns the search with only the results of caught faults, so that the others run again. */
export const survivingPart = (search: Search, mode: Search["mode"]): Search => ({
  ...search,
  mode,
  baseline: null,
  results: search.results.filter(isCaught)
})

/** Returns an id that is the same in every run of the program. */
export const faultId = ({ after, end, file, start }: Fault): string => `${file}:${start}-${end}:${after}`

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex")
