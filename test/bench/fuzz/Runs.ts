import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"
import { documentTypeOf } from "../../../core/documents/facts/DocumentType.ts"
import { generateSeeds, type Seed } from "./GenerateSeeds.ts"
import { mutate } from "./MutateInside.ts"
import type { Batch } from "./Protocol.ts"
import { Random } from "./Random.ts"

type Origin = Pick<Batch, "seeds" | "seed" | "seedBytesMax">

/** Returns the document of a run. The same origin and run number give the same document. */
export const readRunDocument = (origin: Origin, run: number) => {
  const seeds = listSeeds(origin)
  const random = new Random(origin.seed, run)
  const seed = random.of(seeds)
  const other = (): Uint8Array => random.of(seeds).read()
  return { bytes: mutate(seed.read(), random, other), seedName: seed.name }
}

let known: { readonly folders: string | null; readonly seeds: ReadonlyArray<Seed> } | null = null

/** Returns the documents in the folders, sorted by path. Without folders, returns generated documents. */
export const listSeeds = ({ seedBytesMax, seeds }: Origin): ReadonlyArray<Seed> => {
  if (known?.folders !== seeds) {
    known = {
      folders: seeds,
      seeds: seeds === null ? generateSeeds() : seeds.split(",").flatMap((at) => listed(at, seedBytesMax))
    }
  }
  return known.seeds
}

const listed = (folder: string, bytesMax: number): ReadonlyArray<Seed> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => join(folder, name))
    .filter((path) => isSeed(path, bytesMax))
    .map((path) => ({ name: path, read: () => readFileSync(path) }))

const isSeed = (path: string, bytesMax: number): boolean => {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() === true && stat.size > 0 && stat.size <= bytesMax &&
    documentTypeOf(readFileSync(path)) !== null
}
