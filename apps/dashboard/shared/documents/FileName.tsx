import { Group, Text } from "@mantine/core"
import { IconEyeOff } from "@tabler/icons-react"
import { useMe } from "../../api/Me.ts"
import { bytesText } from "../../parts/text/Formats.ts"
import { isMasked } from "../requests/Curl.ts"
import { revealInvisible, shorten } from "../requests/Subject.ts"

interface StoredFile {
  /** Stored file name: in full, masked (`***.pdf`), or null if not stored. */
  readonly subject: string | null
  readonly facts: Readonly<Record<string, unknown>>
}

/** Display name of a file, also if the server does not store file names. */
export interface FileName {
  /** The file name, or the file's type if the full name is not stored: `PDF file`. */
  readonly title: string
  /** Whether the file name is masked or not stored. */
  readonly isMasked: boolean
  /** First hex digits of the file's hash, which distinguish files without names; null if not stored. */
  readonly hash: string | null
}

export interface FileDescription extends FileName {
  /** Formatted size; null if not stored. */
  readonly size: string | null
}

/** Number of hex digits of a hash to display, which is enough to distinguish files. */
export const hashDigits = 8

const extensionCharsMax = 5

/**
 * Returns the display name of a file.
 *
 * @param subject stored file name: in full, masked, or null
 * @param fileHash all 64 hex digits of the hash; null if not stored
 */
export const fileNameOf = (subject: string | null, fileHash: string | null): FileName => {
  const isPart = subject === null || isMasked(subject)
  return {
    title: isPart ? fileKind(subject) : shorten(revealInvisible(subject)),
    isMasked: isPart,
    hash: fileHash?.slice(0, hashDigits) ?? null
  }
}

export const describeFile = ({ facts, subject }: StoredFile): FileDescription => {
  const bytes = facts["file_bytes"]
  const hash = /^sha256:([0-9a-f]{64})$/.exec(String(facts["file_hash"] ?? ""))?.[1]
  return { ...fileNameOf(subject, hash ?? null), size: typeof bytes === "number" ? bytesText(bytes) : null }
}

/** Returns the title as plain text, followed by the digits of the hash if the name is masked. */
export const fileTitle = ({ hash, isMasked, title }: FileName): string =>
  isMasked && hash !== null ? `${title} ${hash}` : title

const fileKind = (masked: string | null): string => {
  const ending = /\.([a-z\d]+)$/i.exec(masked ?? "")?.[1] ?? ""
  return ending === "" || ending.length > extensionCharsMax ? "File" : `${ending.toUpperCase()} file`
}

const hashNote = "The digits are the start of each file's SHA-256 hash."

/** Explains why names are masked and how to distinguish files; null if names are stored in full. */
export const explainMasking = (historySubjects: "masked" | "full" | "none"): string | null => {
  switch (historySubjects) {
    case "masked":
      return `To protect personal data, this server stores only the extension of a file name. ${hashNote}`
    case "none":
      return `To protect personal data, this server does not store file names. ${hashNote}`
    case "full":
      return null
  }
}

/** Shows a file's name or, if the name is masked, the file's type and the start of its hash. */
export const FileTitle = ({ file: { hash, isMasked, title } }: { readonly file: FileName }) => (
  <>
    {title}
    {isMasked && hash !== null && <Text span inherit ff="monospace">{` ${hash}`}</Text>}
  </>
)

/** Explains why file names are masked or missing. Renders nothing if the server stores full names. */
export const MaskingNote = () => {
  const text = explainMasking(useMe().server.historySubjects)
  return text === null ? null : (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <IconEyeOff size={16} aria-hidden style={{ flex: "none", marginTop: 3 }} color="var(--mantine-color-dimmed)" />
      <Text size="sm" c="dimmed">{text}</Text>
    </Group>
  )
}
