import { Group, Text } from "@mantine/core"
import { IconEyeOff } from "@tabler/icons-react"
import { useMe } from "../../api/Me.ts"
import { bytesText } from "../../parts/text/Formats.ts"
import { isMasked } from "../requests/Curl.ts"
import { plainly, shortened } from "../requests/Subject.ts"

/** What is kept of a file. */
interface Kept {
  /** Its name: whole, masked (`***.pdf`), or null. */
  readonly subject: string | null
  readonly facts: Readonly<Record<string, unknown>>
}

/** How a file is named to people, also where its name is not kept. */
export interface FileName {
  /** Its name, or what is known of its kind: `PDF file`. */
  readonly title: string
  /** Whether the name is not the whole one. */
  readonly isMasked: boolean
  /** The first digits of its hash, by which masked files are told apart; null where it is not kept. */
  readonly hash: string | null
}

export interface FileSaid extends FileName {
  /** Null where it is not kept. */
  readonly size: string | null
}

/** Hex digits of a hash that are shown: enough for a person to tell files apart. */
export const hashDigits = 8

const endingCharsMax = 5

/** @param fileHash all its 64 hex digits */
export const fileNamed = (subject: string | null, fileHash: string | null): FileName => {
  const isPart = subject === null || isMasked(subject)
  return {
    title: isPart ? kindOf(subject) : shortened(plainly(subject)),
    isMasked: isPart,
    hash: fileHash?.slice(0, hashDigits) ?? null
  }
}

export const fileSaid = ({ facts, subject }: Kept): FileSaid => {
  const bytes = facts["file_bytes"]
  const hash = /^sha256:([0-9a-f]{64})$/.exec(String(facts["file_hash"] ?? ""))?.[1]
  return { ...fileNamed(subject, hash ?? null), size: typeof bytes === "number" ? bytesText(bytes) : null }
}

/** On one line, where a text is needed. */
export const titleOfFile = ({ hash, isMasked, title }: FileName): string =>
  isMasked && hash !== null ? `${title} ${hash}` : title

const kindOf = (masked: string | null): string => {
  const ending = /\.([a-z\d]+)$/i.exec(masked ?? "")?.[1] ?? ""
  return ending === "" || ending.length > endingCharsMax ? "File" : `${ending.toUpperCase()} file`
}

const toldApart = "The digits begin each file's SHA-256 hash."

/** Why names are not whole, and how files are told apart; null where they are. */
export const maskingSaid = (kept: "masked" | "full" | "none"): string | null => {
  switch (kept) {
    case "masked":
      return `File names are masked to protect people's data: this server keeps only their endings. ${toldApart}`
    case "none":
      return `To protect people's data, file names are not kept. ${toldApart}`
    case "full":
      return null
  }
}

/** A file by its name; of one that is masked its kind, and the start of its hash. */
export const FileTitle = ({ file: { hash, isMasked, title } }: { readonly file: FileName }) => (
  <>
    {title}
    {isMasked && hash !== null && <Text span inherit ff="monospace">{` ${hash}`}</Text>}
  </>
)

/** Says why files have no names here; nothing where they have. */
export const MaskingNote = () => {
  const said = maskingSaid(useMe().server.historySubjects)
  return said === null ? null : (
    <Group gap={8} wrap="nowrap" align="flex-start">
      <IconEyeOff size={16} aria-hidden style={{ flex: "none", marginTop: 3 }} color="var(--mantine-color-dimmed)" />
      <Text size="sm" c="dimmed">{said}</Text>
    </Group>
  )
}
