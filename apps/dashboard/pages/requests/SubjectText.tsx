import { Text } from "@mantine/core"
import { BreakableText } from "../../parts/text/BreakableText.tsx"
import { fileNamed, fileSaid, FileTitle, titleOfFile } from "../../shared/documents/FileName.tsx"
import { isMasked } from "../../shared/requests/Curl.ts"
import { plainly, shortened, withoutSubject } from "../../shared/requests/Subject.ts"

interface Props {
  readonly operation: string
  readonly subject: string | null
  readonly verdict: string | null
  readonly refusal: string | null
  readonly fileHash: string | null
}

/** Subject of a request in a list; the detail view shows it in full. Refused requests store only the reason. */
export const SubjectText = ({ fileHash, operation, refusal, subject, verdict }: Props) => {
  // A file has the same name in every list.
  if (operation === "scan" && verdict !== null) return <FileTitle file={fileNamed(subject, fileHash)} />
  return subject === null
    ? <Text span inherit c="dimmed" lineClamp={2}>{plainly(refusal ?? withoutSubject(operation))}</Text>
    : (
      <span>
        <BreakableText text={shortened(plainly(subject))} />
      </span>
    )
}

interface Said {
  /** The stored subject. A file without its full name is identified by type and hash. Null if unknown. */
  readonly text: string | null
  /** Why the subject is incomplete; null if it is complete. */
  readonly why: string | null
}

interface Asked {
  readonly operation: string
  readonly subject: string | null
  readonly verdict: string | null
}

const onlyPart = "Masked to protect people's data: this server keeps only a part."

/**
 * Describes the subject of a request, and why it is incomplete.
 *
 * @param facts stored findings
 */
export const subjectSaid = (
  { operation, subject, verdict }: Asked,
  kept: "masked" | "full" | "none",
  facts: Readonly<Record<string, unknown>> = {}
): Said => {
  if (operation === "scan" && verdict !== null) {
    const file = fileSaid({ subject, facts })
    const digits = file.hash === null ? "" : " The digits begin its SHA-256 hash."
    return {
      text: subject !== null && !file.isMasked ? subject : titleOfFile(file),
      why: file.isMasked ? `${subject === null ? "The file's name is not kept." : onlyPart}${digits}` : null
    }
  }
  if (subject !== null) return { text: subject, why: isMasked(subject) ? onlyPart : null }
  if (operation === "scan/email/bulk") return { text: null, why: "The addresses of a list are not kept." }
  if (verdict === null) {
    return { text: null, why: "Of what was refused only the reason is kept, not what it was about." }
  }
  if (kept === "none") return { text: null, why: "This server does not keep what requests are about." }
  return { text: null, why: operation === "lead/analyze" ? "The lead gave no address." : "Nothing is kept." }
}
