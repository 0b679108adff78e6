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

const tableHead = [0xfe, 0xca, 0x01, 0x00]
const tableHeadBytes = 6
const entryBytes = 12
/** Between the table and what it names. */
const gapBytes = 10

/** The lines of the table that names most of what it can. */
const linesOf = (view: DataView, bytes: Uint8Array): ReadonlyArray<Line> => {
  let best: ReadonlyArray<Line> = []
  let at = bytes.indexOf(tableHead[0]!)
  for (let tables = 0; at >= 0 && tables < tablesMax; at = bytes.indexOf(tableHead[0]!, at + 1)) {
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
