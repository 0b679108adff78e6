import type { Budget } from "../reading/Budget.ts"

/** Maximum damage messages per file. */
export const damageMessagesMax = 32

/** Fixed sizes in bytes, and the number of FAT sectors that the header lists (MS-CFB 2.2). */
const headerBytes = 512
const miniSectorBytes = 64
const miniStreamCutoffBytes = 4_096
const headerFatSectors = 109
/** Reserved sector numbers (MS-CFB 2.1). */
const endOfChain = 0xfffffffe
const freeSector = 0xffffffff

const signature = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

export const hasCompoundSignature = (bytes: Uint8Array): boolean => signature.every((byte, at) => bytes[at] === byte)

/** Sectors of one size and their chains. Mini sectors are stored in a stream of full-size sectors. */
interface SectorChains {
  readonly bytes: Uint8Array
  /** Offset of sector 0. */
  readonly from: number
  readonly sectorBytes: number
  readonly next: Uint32Array
  /** Number of the last walk that visited each sector, which allows detecting loops. */
  readonly walks: Uint32Array
}

/**
 * Reads the sectors of a compound file (MS-CFB 2.1 to 2.5). The sizes of its tables depend on the file size and not on
 * the header. A chain with a loop ends at the loop. A chain that ends too early yields the available part.
 */
export class CompoundSectors {
  readonly damage: Array<string> = []
  readonly directoryStart: number
  readonly isVersion4: boolean
  private readonly budget: Budget
  private readonly header: DataView
  private readonly large: SectorChains
  private small: SectorChains | null = null
  private walk = 0

  constructor(bytes: Uint8Array, budget: Budget) {
    this.budget = budget
    const head = new Uint8Array(headerBytes).fill(0xff)
    head.set(bytes.subarray(0, headerBytes))
    if (bytes.length < headerBytes) this.reportDamage("the header ends too early")
    this.header = new DataView(head.buffer)
    this.directoryStart = this.header.getUint32(48, true)
    this.isVersion4 = this.header.getUint16(26, true) === 4
    const sectorBytes = this.sectorBytes()
    const sectors = Math.max(0, Math.ceil((bytes.length - sectorBytes) / sectorBytes))
    this.large = {
      bytes,
      from: sectorBytes,
      sectorBytes,
      next: new Uint32Array(sectors).fill(freeSector),
      walks: new Uint32Array(sectors)
    }
    this.readFat()
  }

  /** Reads a stream of full-size sectors, at most `size` bytes; `Infinity` reads the whole chain. */
  read(start: number, size: number): Uint8Array {
    return this.follow(this.large, start, size)
  }

  /** Reports whether a stream of this size is stored in mini sectors (MS-CFB 2.3). */
  isMini(size: number): boolean {
    return size < miniStreamCutoffBytes
  }

  /**
   * Reads a stream of mini sectors, at most `size` bytes.
   *
   * @param rootStart first sector of the stream that contains the mini sectors
   */
  readMini(start: number, size: number, rootStart: number): Uint8Array {
    this.small ??= this.miniChains(rootStart)
    return this.follow(this.small, start, size)
  }

  reportDamage(message: string): void {
    if (this.damage.length < damageMessagesMax && !this.damage.includes(message)) this.damage.push(message)
  }

  /** Returns the sector size of the file's version. If the version is unknown, uses the size in the header. */
  private sectorBytes(): number {
    const shift = this.header.getUint16(30, true)
    const version = this.header.getUint16(26, true)
    if (this.header.getUint16(32, true) !== 6) this.reportDamage("size of the mini sectors")
    if (this.header.getUint32(56, true) !== miniStreamCutoffBytes) this.reportDamage("cutoff of the mini stream")
    const right = version === 4 ? 12 : version === 3 ? 9 : shift === 12 ? 12 : 9
    if (shift !== right || version !== 3 && version !== 4) this.reportDamage("version and size of the sectors")
    return 2 ** right
  }

  /**
   * Reads the FAT (MS-CFB 2.3). The header lists its first `headerFatSectors` sectors, and a chain of DIFAT sectors
   * lists the others (2.5).
   */
  private readFat(): void {
    const { next, sectorBytes } = this.large
    const entries = sectorBytes / 4
    const sectorsNeeded = Math.ceil(next.length / entries)
    for (let at = 0; at < Math.min(headerFatSectors, sectorsNeeded); at++) {
      this.readFatSector(at, this.header.getUint32(76 + at * 4, true))
    }
    let difat = this.header.getUint32(68, true)
    const walk = ++this.walk
    for (let at = headerFatSectors; at < sectorsNeeded;) {
      if (difat >= next.length || this.large.walks[difat] === walk) return this.reportDamage("the FAT ends too early")
      this.large.walks[difat] = walk
      const view = this.sectorView(difat)
      for (let entry = 0; entry < entries - 1 && at < sectorsNeeded; entry++, at++) {
        this.readFatSector(at, word(view, entry * 4))
      }
      difat = word(view, sectorBytes - 4)
    }
  }

  private readFatSector(index: number, sector: number): void {
    const { next, sectorBytes } = this.large
    const first = index * sectorBytes / 4
    // The value `freeSector` is not damage, because the FAT need not cover the sectors after the last one in use.
    if (sector >= next.length) {
      return sector === freeSector
        ? undefined
        : this.reportDamage("a sector of the FAT is missing")
    }
    const view = this.sectorView(sector)
    const count = Math.min(sectorBytes / 4, next.length - first)
    for (let entry = 0; entry < count; entry++) next[first + entry] = word(view, entry * 4)
  }

  private sectorView(sector: number): DataView {
    const { bytes, from, sectorBytes } = this.large
    const at = from + sector * sectorBytes
    const part = bytes.subarray(at, at + sectorBytes)
    return new DataView(part.buffer, part.byteOffset, part.length)
  }

  private miniChains(rootStart: number): SectorChains {
    const bytes = this.read(rootStart, Infinity)
    const sectors = Math.ceil(bytes.length / miniSectorBytes)
    const table = this.read(this.header.getUint32(60, true), sectors * 4)
    const view = new DataView(table.buffer, table.byteOffset, table.length)
    const next = new Uint32Array(sectors)
    for (let at = 0; at < sectors; at++) next[at] = word(view, at * 4)
    return { bytes, from: 0, sectorBytes: miniSectorBytes, next, walks: new Uint32Array(sectors) }
  }

  private follow(chains: SectorChains, start: number, size: number): Uint8Array {
    const { bytes, from, sectorBytes, next, walks } = chains
    const wanted = Math.min(size, this.budget.readable)
    const walk = ++this.walk
    const runs: Array<Uint8Array> = []
    let [length, runStart, runEnd, sector] = [0, start, start, start]
    const closeRun = () => runs.push(bytes.subarray(from + runStart * sectorBytes, from + runEnd * sectorBytes))
    while (length < wanted && sector < next.length && walks[sector] !== walk) {
      walks[sector] = walk
      if (sector !== runEnd) {
        closeRun()
        runStart = sector
      }
      runEnd = sector + 1
      length += Math.min(sectorBytes, bytes.length - from - sector * sectorBytes)
      sector = next[sector]!
    }
    closeRun()
    if (length < wanted) {
      if (sector < next.length) this.reportDamage("a chain of sectors contains a loop")
      else if (size !== Infinity || sector !== endOfChain) this.reportDamage("a stream ends too early")
    }
    const readBytes = Math.min(length, wanted)
    this.budget.spendRead(readBytes, wanted < size && readBytes === wanted && sector < next.length)
    return joinRuns(runs, readBytes)
  }
}

/** Returns the sector number at an offset. A number beyond the end of the data counts as free. */
const word = (view: DataView, at: number): number => at + 4 <= view.byteLength ? view.getUint32(at, true) : freeSector

const joinRuns = (runs: ReadonlyArray<Uint8Array>, length: number): Uint8Array => {
  const first = runs[0]
  if (first !== undefined && runs.length === 1) return first.subarray(0, length)
  const whole = new Uint8Array(length)
  let at = 0
  for (const run of runs) {
    whole.set(run.subarray(0, length - at), at)
    at += Math.min(run.length, length - at)
  }
  return whole
}
