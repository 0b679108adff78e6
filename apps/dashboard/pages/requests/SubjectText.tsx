import { Text } from "@mantine/core"
import { Pieces } from "../../parts/Pieces.tsx"
import { fileNamed } from "../../shared/documents/FileSaid.ts"
import { FileTitle } from "../../shared/documents/FileTitle.tsx"
import { shortened, withoutSubject } from "../../shared/requests/Subject.ts"
import { plainly } from "../../shared/requests/Unseen.ts"

interface Props {
  readonly operation: string
  readonly subject: string | null
  readonly verdict: string | null
  readonly refusal: string | null
  readonly fileHash: string | null
}

/** What a request was about, in a list; whole it stands in the detail. Of what was refused nothing is kept but why. */
export const SubjectText = ({ fileHash, operation, refusal, subject, verdict }: Props) => {
  // A file has one name wherever it is listed.
  if (operation === "scan" && verdict !== null) return <FileTitle file={fileNamed(subject, fileHash)} />
  return subject === null
    ? <Text span inherit c="dimmed" lineClamp={2}>{plainly(refusal ?? withoutSubject(operation))}</Text>
    : (
      <span>
        <Pieces text={shortened(plainly(subject))} />
      </span>
    )
}
