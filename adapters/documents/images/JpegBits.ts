/** Number of bits resolved by one table lookup. */
const lookupBits = 9

/** A Huffman table (ITU-T T.81, annex C), built from the number of codes of each length and their symbols in order. */
export class HuffmanTable {
  /** Length and symbol of the next code, by the next `lookupBits` bits of the data; 0 if the code is longer. */
  private readonly lookup = new Uint16Array(1 << lookupBits)
  /** Largest code of each length, aligned to 16 bits; -1 if there is none. */
  private readonly ends = new Int32Array(17).fill(-1)
  /** Number to add to a code of each length to get the index of its symbol. */
  private readonly offsets = new Int32Array(17)
  private readonly symbols: Uint8Array

  /** @param counts number of codes of each length from 1 to 16 bits */
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

  /** Reads the next symbol. An invalid code yields 0, the end-of-block symbol. */
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

/** Entropy-coded bits of a scan (ITU-T T.81, section F.1.2.3). Reads past the end return zeros. */
export class JpegBits {
  private readonly bytes: Uint8Array
  private at: number
  private buffer = 0
  private held = 0
  /** Number of zero bits supplied past the end. */
  private missing = 0

  constructor(bytes: Uint8Array, at: number) {
    this.bytes = bytes
    this.at = at
  }

  /** Reports whether all stored bits have been read. */
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

  /** @param count number of bits, 0 to 16 */
  read(count: number): number {
    if (count === 0) return 0
    const value = this.peek16() >> 16 - count
    this.held -= count
    return value
  }

  /** Reads a signed value of `count` bits (section F.2.2.1). */
  readSigned(count: number): number {
    const value = this.read(count)
    return count > 0 && value < 1 << count - 1 ? value - (1 << count) + 1 : value
  }

  /** Advances past the next marker if it is a restart marker; otherwise returns false. */
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

/**
 * Returns the offset of the next marker, which is 0xFF followed by a byte other than 0x00 and 0xFF. If there is none,
 * returns the length of the data.
 */
export const nextMarker = (bytes: Uint8Array, from: number): number => {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const kind = bytes[at + 1]
    if (kind === undefined) break
    if (kind !== 0 && kind !== 0xff) return at
  }
  return bytes.length
}
