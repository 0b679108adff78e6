/** Concatenates parts. Strings are encoded as Latin-1. */
export const bytesOf = (...parts: ReadonlyArray<Uint8Array | string>): Uint8Array =>
  Uint8Array.from(Buffer.concat(parts.map((part) => typeof part === "string" ? Buffer.from(part, "latin1") : part)))

const number = (size: 1 | 2 | 4) => (...values: ReadonlyArray<number>): Uint8Array => {
  const bytes = Buffer.alloc(values.length * size)
  for (const [at, value] of values.entries()) bytes.writeUIntLE(value, at * size, size)
  return Uint8Array.from(bytes)
}

export const u8 = number(1)
export const u16 = number(2)
export const u32 = number(4)

export const wide = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text, "utf16le"))

/** Encodes a text and its terminating zero, preceded by their length in bytes. */
export const sized = (text: string): Uint8Array => bytesOf(u32(text.length + 1), text, "\0")

/** Yields every truncation to a multiple of `step` bytes, and copies with a few deterministic byte changes. */
export const damaged = function*(whole: Uint8Array, step: number, changes: number): Generator<Uint8Array> {
  for (let end = 0; end < whole.length; end += step) yield whole.slice(0, end)
  let state = 12345
  const next = (below: number): number => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return (state >>> 8) % below
  }
  for (let change = 0; change < changes; change++) {
    const bytes = whole.slice()
    for (let times = next(6) + 1; times > 0; times--) bytes[next(bytes.length)] = next(3) === 0 ? 0xff : next(256)
    yield bytes
  }
}
