import { Paper, Skeleton } from "@mantine/core"
import { useApi } from "../../api/Hooks.ts"
import { Empty } from "../../parts/Empty.tsx"
import { Failed } from "../../parts/Failed.tsx"
import { SubmissionPanel } from "./SubmissionPanel.tsx"
import type { Submission } from "./SubmissionWords.ts"

interface Props {
  readonly id: number
  /** As the list has it; undefined where what is loaded of the list, or its filter, leaves it out. */
  readonly listed: Submission | undefined
  /** Whether the list may still have it. */
  readonly isListLoading: boolean
  readonly onClose: () => void
  readonly onNext: (() => void) | null
  readonly onBefore: (() => void) | null
}

/** The submission that the address names: of the list, or asked for by itself. */
export const OpenSubmission = ({ id, isListLoading, listed, ...steps }: Props) => {
  const asked = useApi("threats", "submission", { params: { id } }, { enabled: listed === undefined && !isListLoading })
  // What was asked for before stays until the next is there.
  const submission = listed ?? (asked.data?.id === id ? asked.data : undefined)
  if (submission !== undefined) return <SubmissionPanel key={id} submission={submission} {...steps} />
  if (asked.error === null) return <Skeleton height={420} role="status" aria-label={`Loading reported link ${id}`} />
  if (asked.error._tag !== "NotThere") return <Failed failure={asked.error} onRetry={() => void asked.refetch()} />
  return (
    <Paper withBorder component="section" aria-label={`Reported link ${id}`}>
      <Empty
        title={`There is no reported link ${id}`}
        next={{ label: "Show the list", onClick: steps.onClose }}
      >
        Was its number typed by hand?
      </Empty>
    </Paper>
  )
}
