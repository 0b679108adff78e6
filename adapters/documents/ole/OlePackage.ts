import type { EmbeddedFile } from "../../../core/documents/facts/Fact.ts"
import { Cursor } from "../compound/Cursor.ts"
import { factText, type Findings } from "../reading/Findings.ts"

/** What the packager keeps of a file: the names under which it shows it, had it, and writes it to run it. */
export interface Ole10Native {
  readonly label: string
  readonly fileName: string
  readonly tempName: string
  readonly bytes: Uint8Array
  /** Only the path of the file is there. */
  readonly isLink: boolean
  /** It says that it is longer, or shorter, than it is. */
  readonly isMalformed: boolean
}

/** Of the packager's own format: its first number, and the kinds of content (a file, or the path of one). */
const streamVersion = 2
const embedded = 3
const linked = 1

/**
 * The stream `\x01Ole10Native` (MS-OLEDS 2.3.6), and what the packager writes into it: names as ANSI strings, the file, and
 * the names once more as UTF-16, which count where they are. Null where it is the data of another program.
 */
export const readOle10Native = (bytes: Uint8Array): Ole10Native | null => {
  const cursor = new Cursor(bytes)
  const size = cursor.u32()
  const isMalformed = size !== cursor.left
  if (cursor.u16() !== streamVersion) return null
  const label = cursor.zeroEnded()
  const fileName = cursor.zeroEnded()
  cursor.skip(2)
  const kind = cursor.u16()
  if (kind !== embedded) {
    return kind === linked
      ? { label, fileName, tempName: "", bytes: bytes.subarray(0, 0), isLink: true, isMalformed }
      : null
  }
  const tempName = cursor.ansiOfLength()
  const content = cursor.take(cursor.u32())
  const isShort = cursor.isOver
  const wide = [cursor.utf16OfLength(), cursor.utf16OfLength(), cursor.utf16OfLength()] as const
  return {
    label: wide[1] || label,
    fileName: wide[2] || fileName,
    tempName: wide[0] || tempName,
    bytes: content,
    isLink: false,
    isMalformed: isMalformed || isShort
  }
}

/** The last part of a path of any system. */
export const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1)

const extensionOf = (name: string): string =>
  /\.([a-z0-9]{1,8})\s*$/i.exec(baseName(name).slice(-64))?.[1]?.toLowerCase() ?? ""

/** The file of a package, and what its names tell. */
export const addPackage = (native: Ole10Native, where: string, findings: Findings): void => {
  const { bytes, fileName, isLink, label, tempName } = native
  const names = [fileName, label, tempName].filter((name) => name !== "").map((name) => factText(baseName(name)))
  if (isLink) {
    const target = factText(fileName || label)
    if (target !== "") findings.add({ kind: "reference", role: "object", target, where })
    return
  }
  const [shown, real] = [extensionOf(label), extensionOf(fileName || tempName)]
  if (shown !== "" && real !== "" && shown !== real) {
    findings.add({ kind: "disguise", what: factText(`a package of ${names[0]} shown as ${baseName(label)}`), where })
  }
  const file: EmbeddedFile = { name: names[0] ?? "", bytes, as: "ole package", where }
  const otherNames = [...new Set(names)].filter((name) => name !== file.name)
  findings.addFile(otherNames.length === 0 ? file : { ...file, otherNames })
}
