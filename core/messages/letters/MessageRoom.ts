/** Allocator of zeroed typed arrays. */
export interface MessageRoom {
  readonly uint8: (length: number) => Uint8Array
  readonly uint16: (length: number) => Uint16Array
  readonly uint32: (length: number) => Uint32Array
  readonly int32: (length: number) => Int32Array
}

/** Allocates a new array each time, which the caller may keep. */
export const newRoom: MessageRoom = {
  uint8: (length) => new Uint8Array(length),
  uint16: (length) => new Uint16Array(length),
  uint32: (length) => new Uint32Array(length),
  int32: (length) => new Int32Array(length)
}

/** Elements kept per type: enough for two readings of a message of 2,000 characters. */
export const roomElements = 65_536

/** Allocates consecutive parts of one array, and new arrays once it is full. */
class Shelf<A extends Uint8Array | Uint16Array | Uint32Array | Int32Array> {
  private readonly all: A
  private readonly make: (length: number) => A
  private used = 0

  constructor(make: (length: number) => A) {
    this.all = make(roomElements)
    this.make = make
  }

  clear(): void {
    this.used = 0
  }

  take(length: number): A {
    const from = this.used
    if (from + length > roomElements) return this.make(length)
    this.used = from + length
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- A part has the type of its array.
    const part = this.all.subarray(from, this.used) as A
    part.fill(0)
    return part
  }
}

/**
 * Reuses the same arrays for successive messages and allocates new ones for what does not fit. Allocating about forty small arrays
 * takes longer than filling them. `clear` invalidates all arrays returned before.
 */
export class ReusedRoom implements MessageRoom {
  private readonly shelf8 = new Shelf(newRoom.uint8)
  private readonly shelf16 = new Shelf(newRoom.uint16)
  private readonly shelf32 = new Shelf(newRoom.uint32)
  private readonly signed32 = new Shelf(newRoom.int32)

  clear(): void {
    for (const shelf of [this.shelf8, this.shelf16, this.shelf32, this.signed32]) shelf.clear()
  }

  uint8(length: number): Uint8Array {
    return this.shelf8.take(length)
  }

  uint16(length: number): Uint16Array {
    return this.shelf16.take(length)
  }

  uint32(length: number): Uint32Array {
    return this.shelf32.take(length)
  }

  int32(length: number): Int32Array {
    return this.signed32.take(length)
  }
}
