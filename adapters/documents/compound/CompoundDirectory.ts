import type { Budget } from "../reading/Budget.ts"
import { formatGuid } from "./Cursor.ts"

/** Maximum storages and streams of one compound file. */
export const entriesMax = 65_536
/** Maximum nesting depth of storages. Deeper entries count as orphans. */
export const storageNestingMax = 32
/** Maximum total characters of the paths in one compound file. */
export const pathCharsMax = 4_194_304

export interface CompoundEntry {
  /** Path from the root, such as `Macros/VBA/dir`; empty for the root. Preserves control characters in names. */
  readonly path: string
  readonly name: string
  readonly type: "storage" | "stream" | "root"
  /** Class ID in upper case without braces; null if it is zero. */
  readonly classId: string | null
  /** Size in bytes as the directory states it. */
  readonly size: number
  /** Whether the directory tree lacks the entry. The path of an orphan starts at its topmost orphaned ancestor. */
  readonly isOrphan: boolean
  /** Number of the first sector or mini sector. */
  readonly start: number
}

const entryBytes = 128
/** Object types by number (MS-CFB 2.6.1). Type 0 marks an unused entry. */
const types = [null, "storage", "stream", null, null, "root"] as const

interface RawEntry {
  readonly name: string
  readonly type: CompoundEntry["type"]
  readonly links: readonly [left: number, right: number]
  readonly child: number
  readonly classId: string | null
  readonly start: number
  readonly size: number
}

/**
 * Returns the entries of a directory stream (MS-CFB 2.6), root first. Returns each entry once, even if the tree refers
 * to it several times, so loops end. Includes entries outside the tree.
 */
export const readDirectory = (
  bytes: Uint8Array,
  isVersion4: boolean,
  budget: Budget,
  reportDamage: (what: string) => void
): ReadonlyArray<CompoundEntry> => {
  const raws: Array<RawEntry | null> = []
  for (let at = 0; at + entryBytes <= bytes.length && raws.length < entriesMax; at += entryBytes) {
    const raw = readEntry(bytes, at, isVersion4)
    if (raw !== null && !budget.takeObject()) break
    raws.push(raw)
  }
  if (bytes.length >= (entriesMax + 1) * entryBytes) reportDamage("too many entries")
  return new DirectoryTree(raws, reportDamage).entries
}

const readEntry = (bytes: Uint8Array, at: number, isVersion4: boolean): RawEntry | null => {
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, entryBytes)
  const type = types[view.getUint8(66)] ?? null
  if (type === null) return null
  // The stored length includes the final zero. A length above 64, the size of the field in bytes, is invalid.
  const nameBytes = Math.min(64, view.getUint16(64, true)) & ~1
  const name = utf16.decode(bytes.subarray(at, at + nameBytes))
  return {
    name: name.endsWith("\0") ? name.slice(0, -1) : name,
    type,
    links: [view.getUint32(68, true), view.getUint32(72, true)],
    child: view.getUint32(76, true),
    classId: formatGuid(bytes, at + 80),
    start: view.getUint32(116, true),
    // In version 3, the upper half of the size is undefined (MS-CFB 2.6.1).
    size: view.getUint32(120, true) + (isVersion4 ? view.getUint32(124, true) * 2 ** 32 : 0)
  }
}

const utf16 = new TextDecoder("utf-16le", { ignoreBOM: true })

interface PendingEntry {
  readonly id: number
  readonly storage: string
  readonly depth: number
}

class DirectoryTree {
  readonly entries: Array<CompoundEntry> = []
  private readonly raws: ReadonlyArray<RawEntry | null>
  private readonly reportDamage: (what: string) => void
  private readonly visited: Uint8Array
  private pathChars = 0

  constructor(raws: ReadonlyArray<RawEntry | null>, reportDamage: (what: string) => void) {
    this.raws = raws
    this.reportDamage = reportDamage
    this.visited = new Uint8Array(raws.length)
    const root = raws[0]
    if (root === null || root === undefined) reportDamage("the directory has no root")
    else {
      if (root.type !== "root") reportDamage("the directory does not begin with its root")
      this.visited[0] = 1
      this.add({ ...root, type: "root" }, "", false)
      this.walk({ id: root.child, storage: "", depth: 1 }, false)
    }
    this.walkOrphans()
  }

  /**
   * Visits the entries outside the tree. Starts with entries to which no other entry refers, so that their descendants
   * get a path, and then visits the remaining loops.
   */
  private walkOrphans(): void {
    const named = new Uint8Array(this.raws.length)
    for (const [id, raw] of this.raws.entries()) {
      if (raw === null || this.visited[id] === 1) continue
      for (const other of [...raw.links, raw.child]) if (other < named.length && other !== id) named[other] = 1
    }
    for (const wanted of [0, 1]) {
      for (const [id, raw] of this.raws.entries()) {
        if (raw === null || this.visited[id] === 1 || named[id] !== wanted) continue
        this.reportDamage("entries outside the tree of the directory")
        this.walk({ id, storage: "", depth: 1 }, true)
      }
    }
  }

  private walk(from: PendingEntry, isOrphan: boolean): void {
    const pending = [from]
    for (let entry = pending.pop(); entry !== undefined; entry = pending.pop()) {
      const { id, storage, depth } = entry
      const raw = this.raws[id]
      // The ID 0xffffffff means that there is no entry.
      if (raw === undefined || raw === null) {
        if (id !== 0xffffffff) this.reportDamage("the directory refers to a missing entry")
        continue
      }
      if (this.visited[id] === 1) {
        this.reportDamage("the directory contains a loop")
        continue
      }
      if (depth > storageNestingMax) {
        this.reportDamage("storages nested too deeply")
        continue
      }
      this.visited[id] = 1
      const path = storage === "" ? raw.name : `${storage}/${raw.name}`
      this.add(raw, path, isOrphan)
      for (const link of raw.links) pending.push({ id: link, storage, depth })
      if (raw.type !== "stream") pending.push({ id: raw.child, storage: path, depth: depth + 1 })
    }
  }

  private add(raw: RawEntry, path: string, isOrphan: boolean): void {
    const { name, type, classId, start, size } = raw
    this.pathChars += path.length
    if (this.pathChars > pathCharsMax) this.reportDamage("paths too long")
    this.entries.push({ path: this.pathChars > pathCharsMax ? name : path, name, type, classId, size, isOrphan, start })
  }
}
