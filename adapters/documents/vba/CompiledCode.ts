/** Compiled lines of one module that are looked at. */
export const compiledLinesMax = 65_536
/** Places where the table of lines of one module may begin. */
const tablesMax = 16

/** What the compiled code of a module says. Its format is undocumented; these parts of it are the same in all versions. */
export interface CompiledCode {
  /** Bytes of compiled statements: neither blank lines nor remarks. */
  readonly codeBytes: number
  /** Texts between quotes, in the bytes of the project's code page. */
  readonly texts: ReadonlyArray<Uint8Array>
  /** Numbers of the names that are called or read. */
  readonly names: ReadonlySet<number>
}

/** Words of compiled code: the low ten bits say what is done. */
const opcodeMask = 0x3ff
/** Reads and calls of a name, with it as the next word. The same from VBA 5 to VBA 7. */
const isNameUse = (opcode: number): boolean => opcode >= 0x20 && opcode <= 0x25 || opcode >= 0x41 && opcode <= 0x44
/** A text: its length, then the text. By version: VBA 5, VBA 6 and 7, VBA 7 for 64 bits. */
const isText = (opcode: number): boolean => opcode === 0xad || opcode === 0xb6 || opcode === 0xb9
/** A remark: where it stands in its line, its length, then the text. In the same order. */
const isRemark = (opcode: number): boolean => opcode === 0xd4 || opcode === 0xe0 || opcode === 0xe3

/** Compiled code lies in lines, named by a table behind `FE CA 01 00` (as seen in files of Word, Excel and PowerPoint). */
export const readCompiled = (bytes: Uint8Array): CompiledCode => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const texts: Array<Uint8Array> = []
  const names = new Set<number>()
  let codeBytes = 0
  for (const { end, start } of linesOf(view, bytes)) {
    let isCode = false
    for (let at = start; at + 2 <= end;) {
      const opcode = view.getUint16(at, true) & opcodeMask
      at += 2
      if (isRemark(opcode) && at + 4 <= end && at + 4 + view.getUint16(at + 2, true) <= end) {
        at += 4 + even(view.getUint16(at + 2, true))
        continue
      }
      isCode = true
      if (at + 2 > end) continue
      const word = view.getUint16(at, true)
      if (isNameUse(opcode) && word >= firstName << 1 && word % 2 === 0) names.add(word >> 1)
      const text = isText(opcode) && at + 2 + word <= end ? bytes.subarray(at + 2, at + 2 + word) : null
      if (text !== null && isPrintable(text)) {
        texts.push(text)
        at += 2 + even(word)
      }
    }
    if (isCode) codeBytes += end - start
  }
  return { codeBytes, texts, names }
}

/** Smaller numbers are names of the language itself. */
export const firstName = 0x100

const even = (size: number): number => size + size % 2

const isPrintable = (text: Uint8Array): boolean => text.length > 0 && text.every((byte) => byte >= 0x20 || byte === 9)

interface Line {
  readonly start: number
  readonly end: number
}

const tableFirstByte = 0xfe
const tableHead = [tableFirstByte, 0xca, 0x01, 0x00]
const tableHeadBytes = 6
const entryBytes = 12
/** Between the table and what it names. */
const gapBytes = 10

/** The lines of the table that names most of what it can. */
const linesOf = (view: DataView, bytes: Uint8Array): ReadonlyArray<Line> => {
  let best: ReadonlyArray<Line> = []
  let at = bytes.indexOf(tableFirstByte)
  for (let tables = 0; at >= 0 && tables < tablesMax; at = bytes.indexOf(tableFirstByte, at + 1)) {
    if (at + tableHeadBytes > bytes.length || !tableHead.every((byte, index) => bytes[at + index] === byte)) continue
    tables++
    const count = Math.min(view.getUint16(at + 4, true), compiledLinesMax)
    const data = at + tableHeadBytes + count * entryBytes + gapBytes
    if (data > bytes.length || count <= best.length) continue
    const lines: Array<Line> = []
    let taken = 0
    for (let line = 0; line < count; line++) {
      const entry = at + tableHeadBytes + line * entryBytes
      const [size, start] = [view.getUint16(entry + 4, true), data + view.getUint32(entry + 8, true)]
      taken += size
      // Lines that lie upon one another are no lines.
      if (size > 0 && start + size <= bytes.length && taken <= bytes.length) lines.push({ start, end: start + size })
    }
    if (lines.length > best.length) best = lines
  }
  return best
}

/** Bytes of a `_VBA_PROJECT` stream in which names are looked for. */
const cacheBytesMax = 4 * 1024 * 1024

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
