import { unreadContentOf } from "../../../core/documents/facts/UnreadContent.ts"
import type { Budget } from "../reading/Budget.ts"
import { gunzip } from "../reading/Inflate.ts"
import { openZip } from "../zip/ZipArchive.ts"
import type { Archive, ArchiveFormats } from "./ArchiveFiles.ts"

/** Formats that need a library, as `unreadContentOf` names them, with their names without an article. */
const libraryFormats: ReadonlyMap<string, string> = new Map([
  ["a RAR archive", "RAR archive"],
  ["a 7z archive", "7z archive"],
  ["a Windows cabinet", "Windows cabinet"],
  ["an xz archive", "xz archive"],
  ["a bzip2 archive", "bzip2 archive"],
  ["an LZH archive", "LZH archive"],
  ["a tar archive", "tar archive"],
  ["a disk image", "disk image"]
])

/** Reports whether content, as `unreadContentOf` names it, is an archive of a format that is read. */
export const isArchive = (content: string | null): boolean =>
  content === "a ZIP archive" || content === "a gzip archive" || content !== null && libraryFormats.has(content)

/**
 * Opens an archive; null if its format is not read.
 *
 * @param name file name of the archive
 * @param content its content as `unreadContentOf` names it
 */
export const openArchive = (
  bytes: Uint8Array,
  name: string,
  content: string,
  budget: Budget,
  formats: ArchiveFormats
): Archive | null => {
  if (content === "a ZIP archive") return openZipFiles(bytes, budget)
  if (content === "a gzip archive") return openGzip(bytes, name, budget, formats)
  const format = libraryFormats.get(content)
  return format === undefined ? null : formats.open(bytes, format, budget)
}

const openZipFiles = (bytes: Uint8Array, budget: Budget): Archive | null => {
  const zip = openZip(bytes, budget)
  return zip === null ? null : {
    format: "ZIP archive",
    entries: zip.entries.filter(({ name }) => !/[\\/]$/.test(name)).map((entry) => ({
      path: entry.name,
      claimedBytes: entry.claimedBytes,
      isEncrypted: entry.isEncrypted,
      read: () => {
        const content = zip.read(entry)
        return content.isWhole ? content.bytes : null
      }
    })),
    isEncrypted: false,
    isIncomplete: zip.isCutOff
  }
}

/** A gzip file contains one file, often a tar archive. Office also compresses pictures this way (EMZ, WMZ). */
const openGzip = (bytes: Uint8Array, name: string, budget: Budget, formats: ArchiveFormats): Archive | null => {
  const inner = gunzip(bytes, budget)
  if (inner === null) return null
  if (unreadContentOf(inner) === "a tar archive") return formats.open(inner, "tar archive", budget)
  const path = name.replace(/\.gz$/i, "")
  return {
    format: "gzip archive",
    entries: [{ path, claimedBytes: inner.length, isEncrypted: false, read: () => inner }],
    isEncrypted: false,
    isIncomplete: false
  }
}
