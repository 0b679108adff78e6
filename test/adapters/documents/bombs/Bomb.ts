/** A hostile document: what it does, and how it is made. */
export type Bomb = readonly [title: string, make: () => Uint8Array]
