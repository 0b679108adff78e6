import type { Budget } from "../reading/Budget.ts"
import { type CompoundEntry, readDirectory } from "./CompoundDirectory.ts"
import { CompoundSectors, hasCompoundSignature } from "./CompoundSectors.ts"

export type { CompoundEntry }

/**
 * A compound file (MS-CFB): storages and streams. Reading is as tolerant as it can be, and what is broken is named in
 * `damage`, which may grow as streams are read.
 */
export class CompoundFile {
  /** Root first, then as the directory's trees go, then the orphans. */
  readonly entries: ReadonlyArray<CompoundEntry>
  readonly damage: ReadonlyArray<string>
  private readonly sectors: CompoundSectors
  private readonly byPath = new Map<string, CompoundEntry>()
  private readonly byFolder = new Map<string, Array<CompoundEntry>>()
  private readonly rootStart: number

  constructor(bytes: Uint8Array, budget: Budget) {
    const sectors = new CompoundSectors(bytes, budget)
    this.sectors = sectors
    this.damage = sectors.damage
    const directory = sectors.read(sectors.directoryStart, Infinity)
    this.entries = readDirectory(directory, sectors.isVersion4, budget, (what) => sectors.reportDamage(what))
    const root = this.entries[0]
    this.rootStart = root?.type === "root" && root.path === "" ? root.start : noSector
    for (const entry of this.entries) {
      const path = entry.path.toLowerCase()
      if (!this.byPath.has(path)) this.byPath.set(path, entry)
      if (path === "") continue
      const folder = path.slice(0, Math.max(0, path.length - entry.name.length - 1))
      const children = this.byFolder.get(folder)
      if (children === undefined) this.byFolder.set(folder, [entry])
      else children.push(entry)
    }
  }

  /** By its path, whose letters may differ in case. An orphan is found where nothing in the tree has its path. */
  find(path: string): CompoundEntry | undefined {
    return this.byPath.get(path.toLowerCase())
  }

  /** Storages and streams directly within a storage. Orphans count as the root's. */
  childrenOf(path: string): ReadonlyArray<CompoundEntry> {
    return this.byFolder.get(path.toLowerCase()) ?? []
  }

  /** As much of a stream as can be had, and as the budget allows. Not to be written to: it may be part of the file. */
  read(entry: CompoundEntry): Uint8Array {
    if (entry.type !== "stream") return new Uint8Array(0)
    const { sectors } = this
    if (!sectors.isMini(entry.size)) return sectors.read(entry.start, entry.size)
    return sectors.readMini(entry.start, entry.size, this.rootStart)
  }
}

/** No sector has this number. */
const noSector = 0xfffffffe

/** Null: no compound file at all. */
export const openCompoundFile = (bytes: Uint8Array, budget: Budget): CompoundFile | null =>
  hasCompoundSignature(bytes) ? new CompoundFile(bytes, budget) : null
