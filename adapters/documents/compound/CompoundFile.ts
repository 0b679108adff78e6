import type { Budget } from "../reading/Budget.ts"
import { type CompoundEntry, readDirectory } from "./CompoundDirectory.ts"
import { CompoundSectors, hasCompoundSignature } from "./CompoundSectors.ts"

export type { CompoundEntry }

/**
 * Reads the storages and streams of a compound file (MS-CFB). Reads damaged files as far as possible and describes the
 * damage in `damage`, which can grow as streams are read.
 */
export class CompoundFile {
  /** Entries of the directory: the root, then the entries in tree order, then the orphans. */
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

  /** Finds an entry by its path, ignoring case. Entries of the tree take precedence over orphans. */
  find(path: string): CompoundEntry | undefined {
    return this.byPath.get(path.toLowerCase())
  }

  /** Returns the direct children of a storage. Orphans count as children of the root. */
  childrenOf(path: string): ReadonlyArray<CompoundEntry> {
    return this.byFolder.get(path.toLowerCase()) ?? []
  }

  /**
   * Returns the content of a stream, as far as it is readable and within the budget. Do not modify the result, because
   * it can be a view of the file.
   */
  read(entry: CompoundEntry): Uint8Array {
    if (entry.type !== "stream") return new Uint8Array(0)
    const { sectors } = this
    if (!sectors.isMini(entry.size)) return sectors.read(entry.start, entry.size)
    return sectors.readMini(entry.start, entry.size, this.rootStart)
  }
}

/** Sector number that marks the end of a chain, used if there is no root. */
const noSector = 0xfffffffe

/** Opens a compound file; null if the bytes lack its signature. */
export const openCompoundFile = (bytes: Uint8Array, budget: Budget): CompoundFile | null =>
  hasCompoundSignature(bytes) ? new CompoundFile(bytes, budget) : null
