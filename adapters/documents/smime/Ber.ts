import type { Budget } from "../reading/Budget.ts"

/** Maximum nesting of elements that are read or skipped. */
export const berNestedMax = 32

/** Tags without the bit of constructed elements (X.690, 8.1.2). */
export const tags = { integer: 0x02, octets: 0x04, objectId: 0x06, sequence: 0x10, explicit: 0x80 } as const

/** Element of BER. */
export interface BerElement {
  /** Identifier without the bit of constructed elements. Has only the first byte of a long one. */
  readonly tag: number
  readonly isConstructed: boolean
  /** Offset of the content. */
  readonly from: number
  /** Offset after the content; null if an end-of-contents marker ends it. */
  readonly end: number | null
}

/** Reads BER (X.690) forward, also with indefinite lengths, in time linear in its bytes. DER is a subset of BER. */
export class BerReader {
  /** Whether elements are damaged or nested too deep. Nothing is read after the damage. */
  isDamaged = false
  /** Whether an element ends after the data. Its available part is read. */
  isTruncated = false
  /** Offset of the next element. */
  at = 0
  private readonly bytes: Uint8Array
  private readonly budget: Budget

  constructor(bytes: Uint8Array, budget: Budget) {
    this.bytes = bytes
    this.budget = budget
  }

  /** Returns the next element within another; null at its end, or if the data is damaged. */
  next(parent: Pick<BerElement, "end">): BerElement | null {
    const { bytes } = this
    const limit = parent.end ?? bytes.length
    if (this.at >= limit || this.isDamaged || this.budget.isLate) {
      if (parent.end === null) this.isDamaged = true
      return null
    }
    const first = bytes[this.at++]!
    if (first === 0 && parent.end === null) {
      this.at++
      return null
    }
    if ((first & longTag) === longTag) this.skipTag(limit)
    const isConstructed = (first & constructedBit) !== 0
    const length = this.readLength(limit, isConstructed)
    if (length === undefined) {
      this.isDamaged = true
      return null
    }
    const from = this.at
    const end = length === null ? null : Math.min(from + length, limit)
    if (length !== null && from + length > limit) this.isTruncated = true
    return { tag: first & ~constructedBit, isConstructed, from, end }
  }

  /** Continues after an element. */
  skip({ end }: BerElement, depth = 0): void {
    if (end !== null) {
      this.at = end
      return
    }
    if (depth >= berNestedMax) {
      this.isDamaged = true
      return
    }
    for (let child = this.next({ end }); child !== null; child = this.next({ end })) this.skip(child, depth + 1)
  }

  /** Returns the bytes of a primitive element, and continues after it. */
  content({ end, from }: BerElement): Uint8Array {
    this.at = end ?? from
    return this.bytes.subarray(from, this.at)
  }

  /** Returns the bytes of an octet string, which can consist of several strings (X.690, 8.7). */
  octets(element: BerElement): Uint8Array {
    if (!element.isConstructed) return this.content(element)
    const whole = new Uint8Array((element.end ?? this.bytes.length) - element.from)
    return whole.subarray(0, this.copyOctets(element, whole, 0, 0))
  }

  /** Returns the number of bytes that are in `whole` afterwards. */
  private copyOctets(parent: BerElement, whole: Uint8Array, length: number, depth: number): number {
    let count = length
    for (let child = this.next(parent); child !== null; child = this.next(parent)) {
      if (child.tag !== tags.octets || depth >= berNestedMax) {
        this.isDamaged = true
        return count
      }
      if (child.isConstructed) count = this.copyOctets(child, whole, count, depth + 1)
      else {
        const piece = this.content(child)
        whole.set(piece, count)
        count += piece.length
      }
    }
    return count
  }

  private skipTag(limit: number): void {
    while (this.at < limit && (this.bytes[this.at++]! & moreBit) !== 0);
  }

  /** Returns the length of an element: null if it is indefinite, undefined if it is not valid. */
  private readLength(limit: number, isConstructed: boolean): number | null | undefined {
    const first = this.at < limit ? this.bytes[this.at++]! : undefined
    if (first === undefined || first < moreBit) return first
    const count = first & ~moreBit
    if (count === 0) return isConstructed ? null : undefined
    if (count > lengthBytesMax || this.at + count > limit) return undefined
    let length = 0
    for (let left = count; left > 0; left--) length = length * 256 + this.bytes[this.at++]!
    return length
  }
}

const constructedBit = 0x20
/** Value of a tag that continues in the next bytes. */
const longTag = 0x1f
/** Bit of a byte of a tag that more bytes follow, and of a length that has several bytes. */
const moreBit = 0x80
/** Maximum bytes of a length. A length of seven bytes is not an exact number. */
const lengthBytesMax = 6
