import type { HuffmanTable, JpegBits } from "./JpegBits.ts"

/** A color component of a picture. */
export interface Component {
  readonly id: number
  /** Horizontal and vertical sampling factors: blocks of this component per minimum coded unit (MCU). */
  readonly across: number
  readonly down: number
  readonly quantization: number
  /** Number of block columns and block rows with picture data. `storedColumns` is rounded up to whole MCUs. */
  readonly columns: number
  readonly rows: number
  readonly storedColumns: number
  /** 64 coefficients per block in natural order; null if the component is not needed. */
  readonly coefficients: Int16Array | null
}

/** Scan header (ITU-T T.81, section B.2.3). */
export interface Scan {
  readonly parts: ReadonlyArray<{
    readonly component: Component
    readonly dc: HuffmanTable | undefined
    readonly ac: HuffmanTable | undefined
  }>
  readonly isProgressive: boolean
  /** First and last coefficient of the scan, in zigzag order. */
  readonly from: number
  readonly to: number
  /** Previous bit position of the successive approximation; 0 in the first scan of these coefficients. */
  readonly high: number
  /** Current bit position of the successive approximation. */
  readonly low: number
  /** Restart interval in MCUs; 0 disables restarts. */
  readonly restarts: number
  readonly unitColumns: number
  readonly unitRows: number
}

/** Natural position of each coefficient, in coding order (ITU-T T.81, figure A.6). */
export const zigzag = Uint8Array.from(
  ("0 1 8 16 9 2 3 10 17 24 32 25 18 11 4 5 12 19 26 33 40 48 41 34 27 20 13 6 7 14 21 28 35 42 49 56 57 50 43 36 29 22 " +
    "15 23 30 37 44 51 58 59 52 45 38 31 39 46 53 60 61 54 47 55 62 63").split(" "),
  Number
)

/** Decodes scans into coefficients. `blocksLeft` limits the work of all scans of a picture together. */
export class ScanReader {
  private readonly bits: JpegBits
  private readonly scan: Scan
  /** Number of following blocks without further coefficients (end-of-band run). */
  private emptyBlocks = 0
  private readonly unwanted = new Int16Array(64)

  constructor(bits: JpegBits, scan: Scan) {
    this.bits = bits
    this.scan = scan
  }

  /** @returns the number of blocks that may still be read */
  read(blocksLeft: number): number {
    const { parts, restarts, unitColumns, unitRows } = this.scan
    const [only] = parts
    if (only === undefined) return blocksLeft
    const isAlone = parts.length === 1
    const [columns, rows] = isAlone ? [only.component.columns, only.component.rows] : [unitColumns, unitRows]
    const predictions = parts.map(() => 0)
    let left = blocksLeft
    for (let unit = 0; unit < columns * rows; unit++) {
      if (restarts > 0 && unit > 0 && unit % restarts === 0) {
        if (!this.bits.restart()) return left
        predictions.fill(0)
        this.emptyBlocks = 0
      }
      const [x, y] = [unit % columns, Math.floor(unit / columns)]
      for (let at = 0; at < parts.length; at++) {
        const { ac, component, dc } = parts[at]!
        const { across, coefficients, down, storedColumns } = component
        const count = isAlone ? 1 : across * down
        for (let block = 0; block < count; block++) {
          const column = isAlone ? x : x * across + block % across
          const row = isAlone ? y : y * down + Math.floor(block / across)
          const from = coefficients === null ? 0 : (row * storedColumns + column) * 64
          predictions[at] = this.readBlock(coefficients ?? this.unwanted, from, dc, ac, predictions[at]!)
        }
        left -= count
      }
      if (left <= 0 || this.bits.isOver) return left
    }
    return left
  }

  /** @returns the DC prediction for the next block */
  private readBlock(
    out: Int16Array,
    at: number,
    dc: HuffmanTable | undefined,
    ac: HuffmanTable | undefined,
    prediction: number
  ): number {
    const { from, high, isProgressive, low } = this.scan
    if (!isProgressive) {
      const value = prediction + this.difference(dc)
      out[at] = value
      this.readRun(out, at, ac, 1, 63, 0)
      return value
    }
    if (from === 0) {
      if (high > 0) {
        if (this.bits.read(1) === 1) out[at]! |= 1 << low
        return prediction
      }
      const value = prediction + this.difference(dc)
      out[at] = value << low
      return value
    }
    if (high > 0) this.refine(out, at, ac)
    else if (this.emptyBlocks > 0) this.emptyBlocks--
    else this.readRun(out, at, ac, from, this.scan.to, low)
    return prediction
  }

  private difference(dc: HuffmanTable | undefined): number {
    return dc === undefined ? 0 : this.bits.readSigned(dc.read(this.bits) & 15)
  }

  /** Reads the coefficients of a block: runs of zeros, each followed by a value (sections F.2.2.2 and G.1.2.2). */
  private readRun(
    out: Int16Array,
    at: number,
    ac: HuffmanTable | undefined,
    from: number,
    to: number,
    low: number
  ): void {
    if (ac === undefined) return
    const { bits } = this
    for (let index = from; index <= to; index++) {
      const symbol = ac.read(bits)
      const zeros = symbol >> 4
      const size = symbol & 15
      if (size === 0) {
        if (zeros < 15) {
          this.emptyBlocks = zeros === 0 || !this.scan.isProgressive ? 0 : (1 << zeros) - 1 + bits.read(zeros)
          return
        }
        index += 15
      } else {
        index += zeros
        const value = bits.readSigned(size)
        if (index <= to) out[at + zigzag[index]!] = value << low
      }
    }
  }

  /** Refines nonzero coefficients by one bit and inserts new coefficients of magnitude one (section G.1.2.3). */
  private refine(out: Int16Array, at: number, ac: HuffmanTable | undefined): void {
    if (ac === undefined) return
    const { bits } = this
    const { from, low, to } = this.scan
    const correction = 1 << low
    let index = from
    if (this.emptyBlocks === 0) {
      for (; index <= to; index++) {
        const symbol = ac.read(bits)
        let zeros = symbol >> 4
        let value = 0
        if ((symbol & 15) > 0) value = bits.read(1) === 1 ? correction : -correction
        else if (zeros < 15) {
          this.emptyBlocks = (1 << zeros) + bits.read(zeros)
          break
        }
        for (; index <= to; index++) {
          const place = at + zigzag[index]!
          if (out[place] !== 0) this.refineOne(out, place, correction)
          else if (--zeros < 0) {
            out[place] = value
            break
          }
        }
      }
    }
    if (this.emptyBlocks === 0) return
    this.emptyBlocks--
    for (; index <= to; index++) {
      const place = at + zigzag[index]!
      if (out[place] !== 0) this.refineOne(out, place, correction)
    }
  }

  private refineOne(out: Int16Array, place: number, one: number): void {
    const value = out[place]!
    if (this.bits.read(1) === 1 && (Math.abs(value) & one) === 0) out[place] = value < 0 ? value - one : value + one
  }
}
