/** Allocator of zeroed typed arrays. */
export interface ArrayAllocator {
  readonly uint8: (length: number) => Uint8Array
  readonly uint16: (length: number) => Uint16Array
  readonly uint32: (length: number) => Uint32Array
  readonly int32: (length: number) => Int32Array
}

/** Allocates a new array each time, which the caller may keep. */
export const newArrays: ArrayAllocator = {
  uint8: (length) => new Uint8Array(length),
  uint16: (length) => new Uint16Array(length),
  uint32: (length) => new Uint32Array(length),
  int32: (length) => new Int32Array(length)
}

/** Elements of each reused array: enough for two readings of a message of 2,000 characters. */
export const reusedElements = 65_536

/** Allocates consecutive parts of one array, and new arrays once it is full. */
class ArrayPool<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array> {
  private readonly all: A
  private readonly make: (length: number) => A
  private used = 0

  constructor(make: (length: number) => A) {
    this.all = make(reusedElements)
    this.make = make
  }

  clear(): void {
    this.used = 0
  }

  take(length: number): A {
    const from = this.used
    if (from + length > reusedElements) return this.make(length)
    this.used = from + length
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A part has the type of its array.
    const part = this.all.subarray(from, this.used) as A
    part.fill(0)
    return part
  }
}

/**
 * Reuses arrays for successive messages. Allocating about 40 small arrays takes longer than filling them. When the
 * reused arrays are full, new arrays are allocated. `clear` invalidates all arrays that were returned before.
 */
export class ReusedArrays implements ArrayAllocator {
  private readonly unsigned8 = new ArrayPool(newArrays.uint8)
  private readonly unsigned16 = new ArrayPool(newArrays.uint16)
  private readonly unsigned32 = new ArrayPool(newArrays.uint32)
  private readonly signed32 = new ArrayPool(newArrays.int32)

  clear(): void {
    for (const pool of [this.unsigned8, this.unsigned16, this.unsigned32, this.signed32]) pool.clear()
  }

  uint8(length: number): Uint8Array {
    return this.unsigned8.take(length)
  }

  uint16(length: number): Uint16Array {
    return this.unsigned16.take(length)
  }

  uint32(length: number): Uint32Array {
    return this.unsigned32.take(length)
  }

  int32(length: number): Int32Array {
    return this.signed32.take(length)
  }
}
