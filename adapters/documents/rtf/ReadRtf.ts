import { Findings, type FormatReader } from "../reading/Findings.ts"
import { executeControlWord } from "./RtfControlWords.ts"
import { RtfDocument } from "./RtfDocument.ts"
import { RtfLexer } from "./RtfLexer.ts"
import type { RtfText } from "./RtfText.ts"

const where = "document"
const latin1 = new TextDecoder("latin1")

/** Reads RTF (specification 1.9.1) as tolerantly as Word does. */
export const readRtf: FormatReader = (bytes, budget) => {
  const findings = new Findings(budget.limits.factsMax)
  if (!budget.takeLexed(bytes.length)) return findings.reading()
  addHeader(bytes, findings)
  const document = new RtfDocument(findings, budget)
  new RtfReader(bytes, document).read()
  for (const other of otherFormats(bytes, document.end ?? bytes.length)) {
    findings.add({ kind: "polyglot", other, where })
  }
  return findings.reading()
}

/**
 * Reports a missing or irregular header. Word opens any file that starts with `{\rt`, but all writers produce `{\rtf1`
 * or `{\rtf`.
 */
const addHeader = (bytes: Uint8Array, findings: Findings): void => {
  const header = latin1.decode(bytes.subarray(0, 16))
  if (!header.startsWith("{\\rt")) findings.add({ kind: "damaged", detail: "no RTF header", where })
  else if (!/^\{\\rtf(?:[01](?![0-9])|(?![a-z0-9-]))/i.test(header)) {
    findings.add({ kind: "disguise", detail: "an irregular RTF header", where })
  }
}

/** ASCII codes of characters that have a meaning after a backslash. */
const [star, tilde, underscore, lf, cr] = [42, 126, 95, 10, 13]
const literals: ReadonlySet<number> = new Set([92, 123, 125])

/** Passes each token to the document, in one pass. */
class RtfReader {
  private readonly lexer: RtfLexer
  private readonly document: RtfDocument
  /** True after `\*`, possibly with blanks in between. `\*` marks the next destination as ignorable. */
  private isIgnorable = false
  /** Number of following characters to skip, because they are the fallback of a `\uN`. */
  private substitutes = 0

  constructor(bytes: Uint8Array, document: RtfDocument) {
    this.lexer = new RtfLexer(bytes)
    this.document = document
  }

  read(): void {
    const { document, lexer } = this
    for (;;) {
      switch (lexer.next()) {
        case "end":
          return document.finish()
        case "open":
          this.forget()
          document.open()
          break
        case "close":
          this.forget()
          document.close(lexer)
          break
        case "word":
          this.readWord()
          break
        case "symbol":
          this.readSymbol()
          break
        case "byte":
          this.readByte()
          break
        case "text":
          this.readText()
      }
    }
  }

  private forget(): void {
    this.isIgnorable = false
    this.substitutes = 0
  }

  private readWord(): void {
    const { document, isIgnorable, lexer } = this
    const { group } = document
    this.forget()
    if (lexer.isOverlong && document.end === null) document.report("disguise", "overlong control words")
    if (lexer.word === "bin") return this.readBinary()
    if (group.sink.kind === "data") group.sink.data.addWordDisguise()
    if (lexer.word !== "u") return executeControlWord(document, lexer.word, lexer.parameter, isIgnorable)
    if (group.sink.kind !== "text") return
    this.substitutes = group.substitutes
    this.textOf(group.sink.text).addUnit((lexer.parameter ?? 0) & 0xffff)
  }

  private readBinary(): void {
    const { document, lexer } = this
    const { object, sink } = document.group
    const binary = lexer.takeBinary()
    if (binary.length === 0 && (lexer.parameter ?? -1) !== 0 && object !== null && document.end === null) {
      document.report("disguise", "binary data of no length within an object")
    }
    if (sink.kind === "data") sink.data.addBinary(binary, sink.isDoubtful)
  }

  private readSymbol(): void {
    const { lexer } = this
    const { sink } = this.document.group
    this.isIgnorable = lexer.value === star
    if (lexer.value === star) return
    if (sink.kind === "data") return sink.data.addWordDisguise()
    if (this.substitutes > 0) this.substitutes--
    else if (sink.kind === "text") {
      const text = this.textOf(sink.text)
      if (literals.has(lexer.value)) text.add(String.fromCharCode(lexer.value))
      else if (lexer.value === lf || lexer.value === cr) text.add("\n")
      else if (lexer.value === tilde) text.add("\u00a0")
      else if (lexer.value === underscore) text.add("-")
    }
  }

  private readByte(): void {
    const { codePage, sink } = this.document.group
    this.isIgnorable = false
    if (sink.kind === "data") sink.data.addEscape(sink.isDoubtful)
    else if (this.substitutes > 0) this.substitutes--
    else if (sink.kind === "text" && this.lexer.value >= 0) {
      this.textOf(sink.text).addEscaped(this.lexer.value, codePage)
    }
  }

  private readText(): void {
    const { bytes, to } = this.lexer
    const { codePage, sink } = this.document.group
    let { from } = this.lexer
    if (this.isIgnorable) this.isIgnorable = isBlank(bytes, from, to)
    if (sink.kind === "nowhere") return
    if (sink.kind === "data") return sink.data.addText(bytes, from, to, sink.isDoubtful)
    const skipped = Math.min(this.substitutes, to - from)
    this.substitutes = 0
    const text = this.textOf(sink.text)
    for (from += skipped; from < to; from++) {
      const byte = bytes[from]!
      if (byte !== lf && byte !== cr && byte !== 0) text.addByte(byte, codePage)
    }
  }

  /**
   * Returns the text to which the current content belongs. Text of the document that readers do not see is collected
   * separately. Fields are read even if they are hidden, because they are active.
   */
  private textOf(text: RtfText): RtfText {
    const { body, group, hidden, tiny } = this.document
    if (text !== body) return text
    return group.isHidden ? hidden : group.isTiny ? tiny : body
  }
}

const isBlank = (bytes: Uint8Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) {
    if (bytes[at]! > 32) return false
  }
  return true
}

/** Maximum bytes after the end of the RTF that are searched for markup. */
const markupBytesMax = 1024 * 1024

/**
 * Returns the formats besides RTF in which programs can read these bytes. Such programs search the file for the start
 * or end of their format.
 *
 * @param end offset of the end of the RTF
 */
const otherFormats = (bytes: Uint8Array, end: number): ReadonlyArray<string> => [
  ...isArchive(bytes) ? ["zip"] : [],
  ...isProgram(bytes, end) ? ["exe"] : [],
  ...hasMarkup(bytes, end) ? ["html"] : [],
  ...isPdf(bytes) ? ["pdf"] : []
]

/**
 * Reports whether the bytes contain a ZIP archive. Programs locate it from the record at its end (APPNOTE 4.3.16),
 * which follows the directory.
 */
const isArchive = (bytes: Uint8Array): boolean => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const first = Math.max(0, bytes.length - 22 - 0xffff)
  for (let at = bytes.length - 22; at >= first; at--) {
    if (bytes[at] !== 0x50 || view.getUint32(at, true) !== 0x06054b50) continue
    const directory = at - view.getUint32(at + 12, true)
    return directory >= 0 && directory + 4 <= bytes.length && view.getUint32(directory, true) === 0x02014b50
  }
  return false
}

/** Reports whether a program follows the RTF: `MZ`, and `PE` at the offset that the `MZ` header contains. */
const isProgram = (bytes: Uint8Array, end: number): boolean => {
  let at = end
  while (at < bytes.length && bytes[at]! <= 32) at++
  if (bytes[at] !== 0x4d || bytes[at + 1] !== 0x5a || at + 64 > bytes.length) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, bytes.length - at)
  const header = view.getUint32(60, true)
  return header + 4 <= view.byteLength && view.getUint32(header, true) === 0x4550
}

/** Reports whether the RTF is followed by markup that a browser or an HTML application executes. */
const hasMarkup = (bytes: Uint8Array, end: number): boolean =>
  /<(?:script|hta:application|iframe|object)[\s>]/i.test(latin1.decode(bytes.subarray(end, end + markupBytesMax)))

/**
 * Reports whether PDF viewers can open the bytes. The header may be anywhere in the first 1,024 bytes (ISO 32000-1,
 * annex H, note 13).
 */
const isPdf = (bytes: Uint8Array): boolean =>
  /%PDF-\d/.test(latin1.decode(bytes.subarray(0, 1_024))) &&
  /startxref\s+\d/.test(latin1.decode(bytes.subarray(Math.max(0, bytes.length - 2_048))))
