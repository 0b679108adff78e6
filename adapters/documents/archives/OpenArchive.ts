import { unreadContentOf } from "../../../core/documents/facts/UnreadContent.ts"
import type { Budget } from "../reading/Budget.ts"
import { gunzip } from "../reading/Inflate.ts"
import { openZip } from "../zip/ZipArchive.ts"
import type { Archive, ArchiveFormats } from "./ArchiveFiles.ts"

/** Formats that need a library. Maps a phrase of `unreadContentOf` to the same phrase without its article. */
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

/** Reports whether a phrase of `unreadContentOf` means an archive of a supported format. */
export const isArchive = (content: string | null): boolean =>
  content === "a ZIP archive" || content === "a gzip archive" || content !== null && libraryFormats.has(content)

/**
 * Opens an archive; null if its format is not supported or none of its files can be listed.
 *
 * @param name file name of the archive
 * @param content phrase of `unreadContentOf` for the archive
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

/**
 * Opens a gzip file as an archive of one file, or opens the tar archive in it. Office also compresses pictures with
 * gzip (EMZ, WMZ).
 */
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
