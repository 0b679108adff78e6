import type { EmbeddedFile } from "../../../core/documents/facts/Fact.ts"
import { extensionOf, runnableExtensions } from "../../../core/documents/facts/FileKind.ts"
import type { Budget } from "../reading/Budget.ts"

export interface ArchiveEntry {
  /** Path as stored in the archive. */
  readonly path: string
  /** Size in bytes as stated by the archive. */
  readonly claimedBytes: number
  readonly isEncrypted: boolean
  /** Returns the content; null if the content is encrypted or damaged, or exceeds the budget. */
  readonly read: () => Uint8Array | null
}

/** An archive whose entries can be listed. */
export interface Archive {
  /** Name of the format for messages, without an article. */
  readonly format: string
  /** Files in the order of the archive, without folders. */
  readonly entries: ReadonlyArray<ArchiveEntry>
  /** The list of files itself is encrypted. */
  readonly isEncrypted: boolean
  /** The archive has more entries than are listed. */
  readonly isIncomplete: boolean
}

/** Opens archives whose format requires a library. */
export interface ArchiveFormats {
  /**
   * Opens an archive; null if none of its files can be listed.
   *
   * @param format name of the format for messages, for example "RAR archive"
   */
  readonly open: (bytes: Uint8Array, format: string, budget: Budget) => Archive | null
}

/** Files of an embedded archive. */
export interface ArchiveFiles {
  readonly files: ReadonlyArray<EmbeddedFile>
  /** Files whose content cannot be read. */
  readonly closed: ReadonlyArray<{ readonly name: string; readonly where: string; readonly claimedBytes: number }>
  /**
   * Phrase for messages if part of the archive was not read, for example "an encrypted ZIP archive"; otherwise null.
   */
  readonly unread: string | null
}

/** Maximum number of files read per archive. */
export const archiveFilesMax = 1_024

/**
 * Opens the files of an archive, at most `archiveFilesMax`: programs first, then documents and archives. The files
 * count as embedded in the document in the same way as the archive.
 */
export const openArchiveFiles = (
  { as, where }: EmbeddedFile,
  archive: Archive,
  budget: Budget
): ArchiveFiles => {
  const { entries, format, isIncomplete } = archive
  const files: Array<EmbeddedFile> = []
  const closed: Array<ArchiveFiles["closed"][number]> = []
  const chosen = entries.toSorted((one, other) => rankOfPath(one.path) - rankOfPath(other.path)).slice(
    0,
    archiveFilesMax
  )
  let areMore = isIncomplete || chosen.length < entries.length
  for (const entry of chosen) {
    if (!budget.takeArchiveFile()) {
      areMore = true
      break
    }
    const name = entry.path.slice(Math.max(entry.path.lastIndexOf("/"), entry.path.lastIndexOf("\\")) + 1)
    const inArchive = `${where}, ${entry.path}`
    const bytes = entry.read()
    if (bytes === null) closed.push({ name, where: inArchive, claimedBytes: entry.claimedBytes })
    else files.push({ name, bytes, as, where: inArchive })
  }
  const isEncrypted = archive.isEncrypted || chosen.some((entry) => entry.isEncrypted)
  const unread = isEncrypted
    ? `an encrypted ${format}`
    : closed.length > 0
    ? budget.exhausted.includes("inflated bytes") ? `a ${format} that is too large` : `a damaged ${format}`
    : areMore
    ? `a ${format} with more files than are read`
    : null
  return { files, closed, unread }
}

/** Extensions of documents, archives and web pages, which are scanned after programs and before other files. */
const scannedExtensions: ReadonlySet<string> = new Set(
  "7z ace arj bz2 cab doc docm docx dot dotm dotx gz htm html iso lzh odp ods odt pdf potm ppam pps ppsm ppt pptm pptx rar rtf slk svg tar tgz xla xlam xls xlsb xlsm xlsx xlt xltm xz zip"
    .split(" ")
)

const rankOfPath = (path: string): number => {
  const extension = extensionOf(path)
  return runnableExtensions.has(extension) ? 0 : scannedExtensions.has(extension) ? 1 : 2
}
