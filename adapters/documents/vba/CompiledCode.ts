/** Maximum compiled lines read per module. */
export const compiledLinesMax = 65_536
/** Maximum number of candidates for the line table of a module. */
const tablesMax = 16

/** Content of a module's compiled code. The format is undocumented, but these parts are the same in all versions. */
export interface CompiledCode {
  /** Bytes of compiled statements, without blank lines and comments. */
  readonly codeBytes: number
  /** String literals, encoded in the project's code page. */
  readonly texts: ReadonlyArray<Uint8Array>
  /** Numbers of the names that the code calls or reads. */
  readonly names: ReadonlySet<number>
}

/** Mask for the operation, which is the low ten bits of a word of compiled code. */
const opcodeMask = 0x3ff
/** Reports whether an operation reads or calls the name whose number follows. The codes apply from VBA 5 to VBA 7. */
const isNameUse = (opcode: number): boolean => opcode >= 0x20 && opcode <= 0x25 || opcode >= 0x41 && opcode <= 0x44
/**
 * Reports whether an operation is a string literal. The length and the text follow the operation. The codes are those
 * of VBA 5, of VBA 6 and 7, and of 64-bit VBA 7.
 */
const isText = (opcode: number): boolean => opcode === 0xad || opcode === 0xb6 || opcode === 0xb9
/**
 * Reports whether an operation is a comment. The column, the length and the text follow the operation. The codes are
 * those of VBA 5, of VBA 6 and 7, and of 64-bit VBA 7.
 */
const isComment = (opcode: number): boolean => opcode === 0xd4 || opcode === 0xe0 || opcode === 0xe3

/**
 * Reads compiled code. A table after the bytes `FE CA 01 00` lists the lines of the code (observed in Word, Excel and
 * PowerPoint files).
 */
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
      if (isComment(opcode) && at + 4 <= end && at + 4 + view.getUint16(at + 2, true) <= end) {
        at += 4 + roundUpToEven(view.getUint16(at + 2, true))
        continue
      }
      isCode = true
      if (at + 2 > end) continue
      const word = view.getUint16(at, true)
      if (isNameUse(opcode) && word >= firstNameNumber << 1 && word % 2 === 0) names.add(word >> 1)
      const text = isText(opcode) && at + 2 + word <= end ? bytes.subarray(at + 2, at + 2 + word) : null
      if (text !== null && isPrintable(text)) {
        texts.push(text)
        at += 2 + roundUpToEven(word)
      }
    }
    if (isCode) codeBytes += end - start
  }
  return { codeBytes, texts, names }
}

/** Smallest number of a name in a project. Smaller numbers mean names of the language. */
export const firstNameNumber = 0x100

const roundUpToEven = (size: number): number => size + size % 2

const isPrintable = (text: Uint8Array): boolean => text.length > 0 && text.every((byte) => byte >= 0x20 || byte === 9)

interface Line {
  readonly start: number
  readonly end: number
}

const tableFirstByte = 0xfe
const tableHead = [tableFirstByte, 0xca, 0x01, 0x00]
const tableHeadBytes = 6
const entryBytes = 12
/** Number of bytes between the table and the lines. */
const gapBytes = 10

/** Returns the lines in the table with the most valid entries. */
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
    let usedBytes = 0
    for (let line = 0; line < count; line++) {
      const entry = at + tableHeadBytes + line * entryBytes
      const [size, start] = [view.getUint16(entry + 4, true), data + view.getUint32(entry + 8, true)]
      usedBytes += size
      // Lines that together exceed the data overlap, and are invalid.
      if (size > 0 && start + size <= bytes.length && usedBytes <= bytes.length) {
        lines.push({ start, end: start + size })
      }
    }
    if (lines.length > best.length) best = lines
  }
  return best
}

/** Maximum bytes of a `_VBA_PROJECT` stream that are searched for names. */
const cacheBytesMax = 4 * 1024 * 1024

/**
 * Returns the names in a project's `_VBA_PROJECT` stream. They come from the current source and from earlier versions.
 * The stream is undocumented (MS-OVBA 2.3.4.1). It stores names consecutively with length prefixes, so the longest run
 * of names is the table of names.
 */
export const readNames = (cache: Uint8Array): ReadonlyArray<string> => {
  const bytes = cache.subarray(0, cacheBytesMax)
  const runs = nameRuns(bytes)
  // Reads backward, so that the length of the run after each entry is already known.
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

/**
 * Reads an entry of the table of names; null if there is none. An entry contains a length, a kind, six more bytes for
 * some kinds, the name, and four trailing bytes. The name may be empty only if the six bytes precede it.
 */
const entryAt = (bytes: Uint8Array, runs: Uint8Array, at: number): Entry | null => {
  // The entry of a keyword that is used as a name has four leading bytes and no trailing bytes.
  const isKeyword = bytes[at] === 0 && bytes[at + 1] === 0
  const head = isKeyword ? at + 4 : at
  if (head + 2 > bytes.length) return null
  const size = bytes[head]!
  const isLonger = bytes[head + 1]! >= 0x80
  const start = head + 2 + (isLonger ? 6 : 0)
  if (size === 0 && !isLonger || start + size > bytes.length || (runs[start] ?? 0) < size) return null
  return { start, size, next: start + size + (isKeyword ? 0 : 4) }
}

/** Returns the number of name bytes that start at each offset, at most 255. */
const nameRuns = (bytes: Uint8Array): Uint8Array => {
  const runs = new Uint8Array(bytes.length)
  for (let at = bytes.length - 1, run = 0; at >= 0; at--) {
    run = isNameByte(bytes[at]!) ? Math.min(255, run + 1) : 0
    runs[at] = run
  }
  return runs
}

/** Reports whether a byte can occur in a name. Names of libraries can contain any printable character. */
const isNameByte = (byte: number): boolean => byte >= 0x20 && byte !== 0x7f

/** Number of language names that VBA 7 and 64-bit VBA 7 added. */
const [addedNames, addedNames64] = [4, 7]
/**
 * Offset of the kind of system in `_VBA_PROJECT`, and its value for 64-bit Windows. The values are the same as in the
 * `dir` stream (MS-OVBA 2.3.4.2.1.1).
 */
const [systemAt, win64] = [5, 3]
/** Index of `Win16` among the names of every project, which start with the program, `VBA` and `Win16`. */
const win16At = 2

/** Returns the names by their numbers in compiled code; empty without `Win16`, from which the numbers are counted. */
export const mapNameNumbers = (names: ReadonlyArray<string>, cache: Uint8Array): ReadonlyMap<number, string> => {
  const win16Index = names.indexOf("Win16")
  if (win16Index < 0) return new Map()
  const added = cache[systemAt] === win64 ? addedNames64 : names.includes("VBA7") ? addedNames : 0
  return new Map(names.map((name, index) => [firstNameNumber + added + index - (win16Index - win16At), name]))
}
