import { firstName } from "./CompiledCode.ts"

/** Bytes of a `_VBA_PROJECT` stream in which names are looked for. */
export const cacheBytesMax = 4 * 1024 * 1024

/**
 * The names of a project, as its `_VBA_PROJECT` stream keeps them: those of the source, and all that once were in it. The
 * stream is undocumented (MS-OVBA 2.3.4.1); names lie in it one behind the other, each with its length before it, so that the
 * longest row of them is the table.
 */
export const readNames = (cache: Uint8Array): ReadonlyArray<string> => {
  const bytes = cache.subarray(0, cacheBytesMax)
  const runs = nameRuns(bytes)
  // From the end, so that the row behind each place is known when it is asked for.
  const rows = new Uint32Array(bytes.length + 1)
  let best = 0
  for (let at = bytes.length - 1; at >= 0; at--) {
    const entry = entryAt(bytes, runs, at)
    if (entry === null) continue
    rows[at] = 1 + (entry.next < bytes.length ? rows[entry.next]! : 0)
    if (rows[at]! >= rows[best]!) best = at
  }
  const names: Array<string> = []
  for (let entry = entryAt(bytes, runs, best); entry !== null; entry = entryAt(bytes, runs, entry.next)) {
    names.push(String.fromCharCode(...bytes.subarray(entry.start, entry.start + entry.size)))
  }
  return names
}

interface Entry {
  readonly start: number
  readonly size: number
  readonly next: number
}

/** A length, a kind, of some kinds six bytes more, the name, which may be empty then, and four bytes behind it. */
const entryAt = (bytes: Uint8Array, runs: Uint8Array, at: number): Entry | null => {
  // A keyword that is used as a name has four bytes before it, and none behind it.
  const isKeyword = bytes[at] === 0 && bytes[at + 1] === 0
  const head = isKeyword ? at + 4 : at
  if (head + 2 > bytes.length) return null
  const size = bytes[head]!
  const isLonger = bytes[head + 1]! >= 0x80
  const start = head + 2 + (isLonger ? 6 : 0)
  if (size === 0 && !isLonger || start + size > bytes.length || (runs[start] ?? 0) < size) return null
  return { start, size, next: start + size + (isKeyword ? 0 : 4) }
}

/** Of each place, how many bytes of names begin there, as far as a length can say. */
const nameRuns = (bytes: Uint8Array): Uint8Array => {
  const runs = new Uint8Array(bytes.length)
  for (let at = bytes.length - 1, run = 0; at >= 0; at--) {
    run = isNameByte(bytes[at]!) ? Math.min(255, run + 1) : 0
    runs[at] = run
  }
  return runs
}

/** Names of libraries stand among the others. */
const isNameByte = (byte: number): boolean => byte >= 0x20 && byte !== 0x7f

/** How many names of the language came with VBA 7, and with that of 64 bits. */
const [laterNames, laterNames64] = [4, 7]
/** The kind of system, as in the `dir` stream (MS-OVBA 2.3.4.2.1.1), here behind the version. */
const [systemAt, win64] = [5, 3]
/** The first names of every project are the program, `VBA` and `Win16`. */
const win16At = 2

/** By which number compiled code calls each of these names. */
export const numbersOf = (names: ReadonlyArray<string>, cache: Uint8Array): ReadonlyMap<number, string> => {
  const found = names.indexOf("Win16")
  if (found < 0) return new Map()
  const later = cache[systemAt] === win64 ? laterNames64 : names.includes("VBA7") ? laterNames : 0
  return new Map(names.map((name, index) => [firstName + later + index - (found - win16At), name]))
}
