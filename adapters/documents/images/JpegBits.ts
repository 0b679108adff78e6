/** Bits of a code that are looked up at once. */
const lookupBits = 9

/** A Huffman table (ITU-T T.81, annex C): how many codes there are of each length, and what they stand for in order. */
export class HuffmanTable {
  /** Length and symbol of the code that these bits begin with; 0 for longer ones. */
  private readonly lookup = new Uint16Array(1 << lookupBits)
  /** Of each length: the largest code, aligned to 16 bits, and what to add to a code to find its symbol. */
  private readonly ends = new Int32Array(17).fill(-1)
  private readonly offsets = new Int32Array(17)
  private readonly symbols: Uint8Array

  /** @param counts of codes of 1 to 16 bits */
  constructor(counts: Uint8Array, symbols: Uint8Array) {
    this.symbols = symbols
    let [code, index] = [0, 0]
    for (let length = 1; length <= 16; length++) {
      const count = counts[length - 1] ?? 0
      this.offsets[length] = index - code
      for (let nth = 0; nth < count && length <= lookupBits; nth++) {
        const from = code + nth << lookupBits - length
        this.lookup.fill(length << 8 | (symbols[index + nth] ?? 0), from, from + (1 << lookupBits - length))
      }
      code += count
      index += count
      if (count > 0) this.ends[length] = (code << 16 - length) - 1
      code <<= 1
    }
  }

  /** The next symbol; 0 for a code that there is not, as the end of a block. */
  read(bits: JpegBits): number {
    const ahead = bits.peek16()
    const found = this.lookup[ahead >> 16 - lookupBits]!
    if (found !== 0) {
      bits.skip(found >> 8)
      return found & 0xff
    }
    for (let length = lookupBits + 1; length <= 16; length++) {
      if (ahead > this.ends[length]!) continue
      bits.skip(length)
      return this.symbols[(ahead >> 16 - length) + this.offsets[length]!] ?? 0
    }
    bits.skip(16)
    return 0
  }
}

/** The entropy-coded bits of a scan (ITU-T T.81, section F.1.2.3). Past their end they are zeros. */
export class JpegBits {
  private readonly bytes: Uint8Array
  private at: number
  private buffer = 0
  private held = 0
  /** Bits that were made up. */
  private missing = 0

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes
    this.at = at
  }

  /** All that there is has been read. */
  get isOver(): boolean {
    return this.missing > this.held
  }

  peek16(): number {
    while (this.held < 16) this.load()
    return this.buffer >> this.held - 16 & 0xffff
  }

  skip(count: number): void {
    this.held -= count
  }

  /** @param count 0 to 16 */
  read(count: number): number {
    if (count === 0) return 0
    const value = this.peek16() >> 16 - count
    this.held -= count
    return value
  }

  /** A value of so many bits with its sign (section F.2.2.1). */
  readSigned(count: number): number {
    const value = this.read(count)
    return count > 0 && value < 1 << count - 1 ? value - (1 << count) + 1 : value
  }

  /** Goes on behind the next restart marker; false where there is none. */
  restart(): boolean {
    this.buffer = this.held = this.missing = 0
    const marker = nextMarker(this.bytes, this.at)
    this.at = marker
    const kind = this.bytes[marker + 1]
    if (kind === undefined || kind < 0xd0 || kind > 0xd7) return false
    this.at += 2
    return true
  }

  private load(): void {
    const byte = this.bytes[this.at]
    const isMarker = byte === 0xff && this.bytes[this.at + 1] !== 0
    if (byte === undefined || isMarker) {
      this.buffer <<= 8
      this.missing += 8
    } else {
      this.buffer = this.buffer << 8 | byte
      this.at += byte === 0xff ? 2 : 1
    }
    this.held += 8
  }
}

/** Where the next marker stands: 0xFF and what is neither zero nor 0xFF. The end of the bytes where there is none. */
export const nextMarker = (bytes: Uint8Array, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const kind = bytes[at + 1]
    if (kind === undefined) break
    if (kind !== 0 && kind !== 0xff) return at
  }
  return bytes.length
}
