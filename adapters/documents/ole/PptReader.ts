import { textCharsMax } from "../../../core/documents/facts/Fact.ts"
import type { CompoundEntry, CompoundFile } from "../compound/CompoundFile.ts"
import { hasCompoundSignature } from "../compound/CompoundSectors.ts"
import { decodeUtf16, textBeforeNul } from "../compound/Cursor.ts"
import { decryptPresentation } from "../office-crypto/EncryptedPresentation.ts"
import type { Budget } from "../reading/Budget.ts"
import { type Findings, truncateFactText } from "../reading/Findings.ts"
import { inflate } from "../reading/Inflate.ts"
import { uint32 } from "../reading/Numbers.ts"
import { isRemoteTarget } from "./DocReader.ts"
import { cryptSessionRecordType, type PptRecord, readEdits, recordAt, visitRecords } from "./PptRecords.ts"

/** Maximum child records read within a record that links, runs or plays something. */
export const childRecordsMax = 16

/** Maximum records per presentation that link, run or play something. */
export const activeRecordsMax = 20_000
/** Maximum embedded compound files read per presentation. */
export const embeddedCompoundFilesMax = 1_000

/** Reads a compound file embedded in the presentation. */
export type ReadEmbedded = (bytes: Uint8Array, where: string) => void

/** Record types (MS-PPT 2.13.24). */
const [document, slide] = [0x03e8, 0x03ee]
const [textChars, textBytes, string] = [0x0fa0, 0x0fa8, 0x0fba]
const [hyperlink, control, interactive, interactiveAtom] = [0x0fd7, 0x0fee, 0x0ff2, 0x0ff3]
const storage = 0x1011
/** Record types of the masters of slides, notes and handouts, which contain placeholder text. */
const masters: ReadonlySet<number> = new Set([0x03f8, 0x0fc9])
/** Record types of external video and sound. */
const media: ReadonlySet<number> = new Set([0x1005, 0x1006, 0x1007, 0x100d, 0x1010])

/** Value of `headerToken` in the CurrentUserAtom of an encrypted document (MS-PPT 2.3.2). */
const encryptedToken = 0xf3d1c4df
/** Action that starts a program (II_RunProgramAction, MS-PPT 2.13.13). */
const runProgram = 2
/**
 * Instance numbers of the strings in an ExHyperlink (MS-PPT 2.10.16). The strings are the displayed text, the target,
 * and the location within the target.
 */
const [friendlyName, target, place] = [0, 1, 3]

/**
 * Reads a presentation of the binary format (MS-PPT): its links, actions, embedded objects and text.
 *
 * @param stream entry of the `PowerPoint Document` stream
 */
export const readPresentation = (
  file: CompoundFile,
  stream: CompoundEntry,
  where: string,
  budget: Budget,
  findings: Findings,
  readInner: ReadEmbedded
): void => {
  const userEntry = file.find(`${stream.path.slice(0, stream.path.length - stream.name.length)}Current User`)
  const user = userEntry === undefined ? new Uint8Array(0) : file.read(userEntry)
  const stored = file.read(stream)
  const lastEdit = uint32(user, 16)
  const { isEncrypted, offsets } = readEdits(stored, lastEdit)
  const opened = isEncrypted ? decryptPresentation(stored, lastEdit) : null
  const bytes = opened ?? stored
  if (opened !== null) findings.add({ kind: "encrypted", opened: "default password", where })
  else if (isEncrypted || uint32(user, 12) === encryptedToken) {
    findings.add({ kind: "encrypted", opened: null, where })
    // Continues only if the first record shows that the records are not encrypted after all.
    if (recordAt(bytes, 0)?.type !== document) return
  }
  const reader = new PptReader(bytes, opened !== null, where, budget, findings, readInner)
  if (!visitRecords(bytes, offsets, (record) => reader.readRecord(record))) {
    findings.add({ kind: "damaged", detail: "records of a presentation", where })
  }
  findings.add({ kind: "text", text: reader.text, pages: reader.slides || null, where })
}

class PptReader {
  private readonly bytes: Uint8Array
  private readonly isOpened: boolean
  private readonly where: string
  private readonly budget: Budget
  private readonly findings: Findings
  private readonly readInner: ReadEmbedded
  private readonly texts: Array<string> = []
  /** Number of slides, including those of earlier edits. */
  slides = 0
  private chars = 0
  private embeddedFiles = 0
  private activeRecords = 0
  private masterEnd = 0

  /** @param isOpened whether the presentation was encrypted and has been decrypted */
  constructor(
    bytes: Uint8Array,
    isOpened: boolean,
    where: string,
    budget: Budget,
    findings: Findings,
    readInner: ReadEmbedded
  ) {
    this.bytes = bytes
    this.isOpened = isOpened
    this.where = where
    this.budget = budget
    this.findings = findings
    this.readInner = readInner
  }

  get text(): string {
    return this.texts.join("\n").slice(0, textCharsMax)
  }

  readRecord(record: PptRecord): void {
    const { type } = record
    if (type === textChars) this.addText(record, true)
    else if (type === textBytes) this.addText(record, false)
    else if (type === slide) this.slides++
    else if (masters.has(type)) this.masterEnd = Math.max(this.masterEnd, record.to)
    else if (type === hyperlink || type === interactive || media.has(type)) this.readActiveRecord(record)
    else if (type === control) this.findings.add({ kind: "activex", classId: null, where: this.where })
    else if (type === storage) this.readStorage(record)
    else if (type === cryptSessionRecordType && !this.isOpened) {
      this.findings.add({ kind: "encrypted", opened: null, where: this.where })
    }
  }

  private readActiveRecord(record: PptRecord): void {
    if (++this.activeRecords > activeRecordsMax) {
      return this.findings.add({ kind: "cut off", limit: "active records", where: this.where })
    }
    if (record.type === hyperlink) this.readHyperlink(record)
    else if (record.type === interactive) this.readInteractive(record)
    else this.readMedia(record)
  }

  /** Adds visible text. TextBytesAtom contains only the low bytes of UTF-16 characters (MS-PPT 2.9.43). */
  private addText({ from, to }: PptRecord, isWide: boolean): void {
    if (this.chars > textCharsMax || from < this.masterEnd) return
    const bytes = this.bytes.subarray(from, Math.min(to, from + textCharsMax * 2))
    const text = isWide ? decodeUtf16(bytes) : latin1.decode(bytes)
    this.chars += text.length
    this.texts.push(text.replaceAll(/[\x0b\r]/g, "\n"))
  }

  private readHyperlink(record: PptRecord): void {
    const strings = this.stringsOf(record)
    const [url = "", anchor = ""] = [strings.get(target), strings.get(place)]
    if (url === "") return
    this.findings.add({
      kind: "link",
      url: truncateFactText(anchor === "" || url.includes("#") ? url : `${url}#${anchor}`),
      text: strings.get(friendlyName) ?? null,
      from: "object",
      where: this.where
    })
  }

  /** Reads the action that a click on a shape, or a hover over it, triggers (MS-PPT 2.6.8 to 2.6.10). */
  private readInteractive(record: PptRecord): void {
    const atom = this.childrenOf(record).find(({ type }) => type === interactiveAtom)
    if (atom === undefined || this.bytes[atom.from + 8] !== runProgram) return
    const [program = null] = this.stringsOf(record).values()
    this.findings.add({
      kind: "action",
      action: { kind: "Launch", trigger: "click", target: program, script: null },
      where: this.where
    })
  }

  private readMedia(record: PptRecord): void {
    for (const path of this.stringsOf(record).values()) {
      if (isRemoteTarget(path)) this.findings.add({ kind: "reference", role: "media", target: path, where: this.where })
    }
  }

  /** Reads an OLE object, a control or the VBA project: a compound file, deflated or uncompressed (MS-PPT 2.10.34). */
  private readStorage({ from, to }: PptRecord): void {
    const stored = this.bytes.subarray(from, to)
    const where = `${this.where}/object at ${from}`
    if (++this.embeddedFiles > embeddedCompoundFilesMax) {
      return this.findings.add({ kind: "cut off", limit: "objects of a presentation", where: this.where })
    }
    if (hasCompoundSignature(stored)) return this.readInner(stored, where)
    const { bytes, isCutOff, isWhole } = inflate(stored.subarray(4), Math.max(1, this.budget.inflatable))
    this.budget.spendInflated(stored.length, bytes.length, isCutOff)
    if (!isWhole && !isCutOff) this.findings.add({ kind: "damaged", detail: "a deflated object", where })
    this.readInner(bytes, where)
  }

  private childrenOf({ from, to }: PptRecord): ReadonlyArray<PptRecord> {
    const children: Array<PptRecord> = []
    for (let at = from; at < to && children.length < childRecordsMax;) {
      const child = recordAt(this.bytes, at)
      if (child === null) break
      children.push(child)
      // Enters containers, because a media record stores its strings in a nested record.
      at = child.isContainer ? child.from : child.to
    }
    return children
  }

  /** Returns the strings in a record by their instance number, which identifies their purpose. */
  private stringsOf(record: PptRecord): ReadonlyMap<number, string> {
    const strings = new Map<number, string>()
    for (const { from, instance, to, type } of this.childrenOf(record)) {
      if (type !== string || strings.has(instance)) continue
      strings.set(
        instance,
        truncateFactText(textBeforeNul(decodeUtf16(this.bytes.subarray(from, Math.min(to, from + 16_384)))))
      )
    }
    return strings
  }
}

const latin1 = new TextDecoder("latin1")
