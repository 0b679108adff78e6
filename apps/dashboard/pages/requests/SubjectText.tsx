import { Text } from "@mantine/core"
import { BreakableText } from "../../parts/text/BreakableText.tsx"
import { describeFile, fileNameOf, FileTitle, fileTitle } from "../../shared/documents/FileName.tsx"
import { isMasked } from "../../shared/requests/Curl.ts"
import { missingSubject, revealInvisible, shorten } from "../../shared/requests/Subject.ts"

interface Props {
  readonly operation: string
  readonly subject: string | null
  readonly verdict: string | null
  readonly refusal: string | null
  readonly fileHash: string | null
}

/** Subject of a request in a list, shortened. For a refused request without a subject, shows the reason. */
export const SubjectText = ({ fileHash, operation, refusal, subject, verdict }: Props) => {
  // Shows the same file name as the list of documents.
  if (operation === "scan" && verdict !== null) return <FileTitle file={fileNameOf(subject, fileHash)} />
  return subject === null
    ? <Text span inherit c="dimmed" lineClamp={2}>{revealInvisible(refusal ?? missingSubject(operation))}</Text>
    : (
      <span>
        <BreakableText text={shorten(revealInvisible(subject))} />
      </span>
    )
}

interface SubjectDescription {
  /** The stored subject. If a file's full name is not stored, its type and hash identify it. Null if unknown. */
  readonly text: string | null
  /** Reason why the subject is incomplete; null if it is complete. */
  readonly limitation: string | null
}

interface RequestSubject {
  readonly operation: string
  readonly subject: string | null
  readonly verdict: string | null
}

const maskedNote = "Masked to protect personal data. This server stores only a part."

/**
 * Describes the subject of a request, and why it is incomplete.
 *
 * @param facts stored facts of a document scan, such as the hash of the file
 */
export const describeSubject = (
  { operation, subject, verdict }: RequestSubject,
  historySubjects: "masked" | "full" | "none",
  facts: Readonly<Record<string, unknown>> = {}
): SubjectDescription => {
  if (operation === "scan" && verdict !== null) {
    const file = describeFile({ subject, facts })
    const digits = file.hash === null ? "" : " The digits are the start of its SHA-256 hash."
    return {
      text: subject !== null && !file.isMasked ? subject : fileTitle(file),
      limitation: file.isMasked ? `${subject === null ? "The file name is not stored." : maskedNote}${digits}` : null
    }
  }
  if (subject !== null) return { text: subject, limitation: isMasked(subject) ? maskedNote : null }
  if (operation === "scan/email/bulk") return { text: null, limitation: "The addresses of a list are not stored." }
  if (verdict === null) {
    return { text: null, limitation: "For rejected requests, only the reason is stored, not the subject." }
  }
  if (historySubjects === "none") {
    return { text: null, limitation: "This server does not store the subjects of requests." }
  }
  return { text: null, limitation: operation === "lead/analyze" ? "The lead had no address." : "No subject is stored." }
}
