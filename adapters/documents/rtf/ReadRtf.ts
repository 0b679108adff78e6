import { Findings, type Reader } from "../reading/Findings.ts"
import { executeControlWord } from "./RtfControlWords.ts"
import { RtfDocument } from "./RtfDocument.ts"
import { RtfLexer } from "./RtfLexer.ts"

const where = "document"
const latin1 = new TextDecoder("latin1")

/** Reads RTF as Word does, ignoring irrelevant content in between (RTF 1.9.1). */
export const readRtf: Reader = (bytes, budget) => {
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

/** Word accepts anything that starts with `{\rt` as RTF; all writers produce `{\rtf1` or `{\rtf`. */
const addHeader = (bytes: Uint8Array, findings: Findings): void => {
  const header = latin1.decode(bytes.subarray(0, 16))
  if (!header.startsWith("{\\rt")) findings.add({ kind: "damaged", detail: "no RTF header", where })
  else if (!/^\{\\rtf(?:[01](?![0-9])|(?![a-z0-9-]))/i.test(header)) {
    findings.add({ kind: "disguise", detail: "an irregular RTF header", where })
  }
}

/** Characters with a meaning after a backslash. */
const [star, tilde, underscore, lf, cr] = [42, 126, 95, 10, 13]
const literals: ReadonlySet<number> = new Set([92, 123, 125])

/** Processes the tokens in one pass. */
class RtfReader {
  private readonly lexer: RtfLexer
  private readonly document: RtfDocument
  /** The previous token was `\*`. */
  private isIgnorable = false
  /** Number of following characters that are the fallback of `\uN`. */
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
    if (!this.isInvisible()) group.sink.text.addUnit((lexer.parameter ?? 0) & 0xffff)
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
    else if (sink.kind !== "text" || this.isInvisible()) return
    else if (literals.has(lexer.value)) sink.text.add(String.fromCharCode(lexer.value))
    else if (lexer.value === lf || lexer.value === cr) sink.text.add("\n")
    else if (lexer.value === tilde) sink.text.add("\u00a0")
    else if (lexer.value === underscore) sink.text.add("-")
  }

  private readByte(): void {
    const { codePage, sink } = this.document.group
    this.isIgnorable = false
    if (sink.kind === "data") sink.data.addEscape(sink.isDoubtful)
    else if (this.substitutes > 0) this.substitutes--
    else if (sink.kind === "text" && this.lexer.value >= 0 && !this.isInvisible()) {
      sink.text.addEscaped(this.lexer.value, codePage)
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
    if (this.isInvisible()) return
    for (from += skipped; from < to; from++) {
      const byte = bytes[from]!
      if (byte !== lf && byte !== cr && byte !== 0) sink.text.addByte(byte, codePage)
    }
  }

  /** Hidden text is skipped, but hidden fields are still active. */
  private isInvisible(): boolean {
    const { isHidden, sink } = this.document.group
    return isHidden && sink.kind === "text" && sink.text === this.document.body
  }
}

const isBlank = (bytes: Uint8Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) {
    if (bytes[at]! > 32) return false
  }
  return true
}

/** Bytes after the end of a document that are searched for markup. */
const markupBytesMax = 1024 * 1024

/**
 * Returns the other formats that these bytes are valid as, for programs that locate the start or end by themselves.
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
 * Reports whether the bytes contain a ZIP, which is located from its end (APPNOTE 4.3.16); its directory must precede
 * that.
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

/** Checks for `MZ` and the `PE` header at the offset that it contains. */
const isProgram = (bytes: Uint8Array, end: number): boolean => {
  let at = end
  while (at < bytes.length && bytes[at]! <= 32) at++
  if (bytes[at] !== 0x4d || bytes[at + 1] !== 0x5a || at + 64 > bytes.length) return false
  const view = new DataView(bytes.buffer, bytes.byteOffset + at, bytes.length - at)
  const header = view.getUint32(60, true)
  return header + 4 <= view.byteLength && view.getUint32(header, true) === 0x4550
}

/** Detects markup that a browser or an HTML application executes, at any offset. */
const hasMarkup = (bytes: Uint8Array, end: number): boolean =>
  /<(?:script|hta:application|iframe|object)[\s>]/i.test(latin1.decode(bytes.subarray(end, end + markupBytesMax)))

/** A PDF may start within the first 1024 bytes (ISO 32000-1, annex H, note 13). */
const isPdf = (bytes: Uint8Array): boolean =>
  /%PDF-\d/.test(latin1.decode(bytes.subarray(0, 1_024))) &&
  /startxref\s+\d/.test(latin1.decode(bytes.subarray(Math.max(0, bytes.length - 2_048))))
