/** A file within an archive, and where it lies. */
export interface ZipEntry {
  /** As the archive writes it. */
  readonly name: string
  readonly method: number
  readonly storedBytes: number
  readonly claimedBytes: number
  readonly isEncrypted: boolean
  /** Whether the directory names it: programs that read the directory see no other. */
  readonly isInDirectory: boolean
  /** Where its stored data lies. */
  readonly from: number
  readonly to: number
  /** The method of its local header, where that differs. */
  readonly otherMethod: number | null
}

/** Programs take names for equal that differ in case, in the kind of slash or in one slash before them. */
export const zipKey = (name: string): string => name.replaceAll("\\", "/").replace(/^\//, "").toLowerCase()
