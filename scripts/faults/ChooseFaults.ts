import { readFileSync } from "node:fs"
import { join } from "node:path"
import { isEquivalent } from "./Equivalent.ts"
import type { Fault, Source } from "./Fault.ts"
import { findFaults, isPlantable } from "./FindFaults.ts"
import type { FaultSearchOptions } from "./Options.ts"
import { sampleFaults } from "./Sample.ts"

/** Reports whether faults can be planted in a file: TypeScript without JSX, outside of `test`. */
const isSource = (file: string): boolean => file.endsWith(".ts") && !file.endsWith(".d.ts") && !file.startsWith("test/")

/** Reads the sources at the paths, which are files or folders. */
export const readSources = (
  root: string,
  files: ReadonlyArray<string>,
  paths: ReadonlyArray<string>
): ReadonlyArray<Source> =>
  files.filter((file) => isSource(file) && paths.some((path) => file === path || file.startsWith(`${path}/`)))
    .map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }))

export interface FaultChoice {
  /** Number of faults to choose from. */
  readonly among: number
  readonly faults: ReadonlyArray<Fault>
}

/** Chooses the faults of a search. Omits equivalent faults, and faults that cause a syntax error. */
export const chooseFaults = (sources: ReadonlyArray<Source>, options: FaultSearchOptions): FaultChoice => {
  const texts = new Map(sources.map(({ file, text }) => [file, text]))
  const all = sources.flatMap((source) => findFaults(source, options))
    .filter((fault) => options.line === null || fault.line === options.line)
    .filter((fault) => !isEquivalent(fault, texts.get(fault.file)!))
  const chosen = sampleFaults(all, options.count, options.seed)
  return { among: all.length, faults: chosen.filter((fault) => isPlantable(fault, texts.get(fault.file)!)) }
}
