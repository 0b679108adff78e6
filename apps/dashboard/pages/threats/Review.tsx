import { Alert, Button, Divider, Group, Kbd, Stack, Text, TextInput } from "@mantine/core"
import { type FormEvent, useEffect, useRef, useState } from "react"
import { lineCharsMax } from "../../../../adapters/http/account/api/Page.ts"
import { acceptedDaysDefault, acceptedScopeDefault } from "../../../../core/submissions/AcceptanceDefaults.ts"
import { useApiMutation } from "../../api/Hooks.ts"
import { useKeys } from "../../parts/page/Keyboard.ts"
import classes from "../../parts/page/PanelFoot.module.css"
import { ForceConfirmation } from "../../shared/threats/ForceConfirmation.tsx"
import { type ExpiryDays, ExpiryField, ScopeChoice } from "./EntryFields.tsx"
import type { Scope } from "./ScopePreview.ts"
import type { Submission } from "./SubmissionLabels.tsx"

interface Props {
  readonly submission: Submission
  /** Opens the next submission after a review. */
  readonly onReviewed: () => void
}

/** Form that accepts a submission with a scope and an expiry, or rejects it with a reason. */
export const ReviewForm = ({ onReviewed, submission }: Props) => {
  const [choice, choose] = useState<"accept" | "reject" | null>(null)
  useKeys({
    a: () => choose("accept"),
    r: () => choose("reject"),
    ...choice === null ? {} : { Escape: () => choose(null) }
  })
  if (choice === "accept") return <Accept submission={submission} onReviewed={onReviewed} onBack={() => choose(null)} />
  if (choice === "reject") return <Reject submission={submission} onReviewed={onReviewed} onBack={() => choose(null)} />
  return (
    <Group className={classes["foot"] ?? ""}>
      <Button onClick={() => choose("accept")}>
        Accept report <Kbd size="xs" ml={10} visibleFrom="lg">a</Kbd>
      </Button>
      <Button variant="default" onClick={() => choose("reject")}>
        Reject report <Kbd size="xs" ml={10} visibleFrom="lg">r</Kbd>
      </Button>
    </Group>
  )
}

interface StepProps extends Props {
  readonly onBack: () => void
}

const Accept = ({ onBack, onReviewed, submission }: StepProps) => {
  const [scope, setScope] = useState<Scope>(acceptedScopeDefault)
  const [days, setDays] = useState<ExpiryDays>(acceptedDaysDefault)
  const [reason, setReason] = useState("")
  const [isForced, setForced] = useState(false)
  const accept = useApiMutation("threats", "accept", {
    handlesFailure: true,
    successMessage: `Report ${submission.id} accepted and link blocked`,
    invalidates: ["threats", "overview"],
    onSuccess: onReviewed
  })
  const form = useRef<HTMLFormElement>(null)
  // Focuses the selected option, so that keyboard users can continue with the arrow keys and Enter.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>("input:checked")?.focus()
  }, [])
  const { force, ...others } = accept.fields
  const submit = (event: FormEvent) => {
    event.preventDefault()
    accept.run({ params: { id: submission.id }, payload: { scope, days, reason: reason.trim(), force: isForced } })
  }
  const changeScope = (next: Scope) => {
    setScope(next)
    setForced(false)
    accept.reset()
  }
  return (
    <form ref={form} onSubmit={submit}>
      <Stack>
        <Divider />
        <ScopeChoice url={submission.url} scope={scope} onChange={changeScope} />
        <ExpiryField days={days} onChange={setDays} />
        <Reason value={reason} onChange={setReason} error={others["reason"]} />
        <ForceConfirmation refusal={force ?? null} isForced={isForced} onChange={setForced} />
        {accept.failure !== null && force === undefined && (
          <Alert color="red" role="alert">{accept.failure.message}</Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>Back</Button>
          <Button
            type="submit"
            loading={accept.isRunning}
            disabled={force !== undefined && !isForced}
          >
            Accept and block link
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

const Reject = ({ onBack, onReviewed, submission }: StepProps) => {
  const [reason, setReason] = useState("")
  const reject = useApiMutation("threats", "reject", {
    handlesFailure: true,
    successMessage: `Report ${submission.id} rejected`,
    invalidates: ["threats", "overview"],
    onSuccess: onReviewed
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    reject.run({ params: { id: submission.id }, payload: { reason: reason.trim() } })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Divider />
        <Reason value={reason} onChange={setReason} error={reject.fields["reason"]} isFirst />
        <Group gap="xs">
          {usualReasons.map((usual) => (
            <Button
              key={usual}
              size="compact-xs"
              variant="default"
              onClick={() => setReason(usual)}
            >
              {usual}
            </Button>
          ))}
        </Group>
        {reject.failure !== null && <Alert color="red" role="alert">{reject.failure.message}</Alert>}
        <Text size="sm" c="dimmed">
          The link is not blocked. New reports of the link do not reopen this review.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onBack}>Back</Button>
          <Button type="submit" loading={reject.isRunning}>Reject report</Button>
        </Group>
      </Stack>
    </form>
  )
}

const usualReasons = ["Legitimate site", "Spam, but not phishing", "No longer online", "Our own page"]

const Reason = ({ error, isFirst = false, onChange, value }: {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error: string | undefined
  readonly isFirst?: boolean
}) => (
  <TextInput
    label="Reason (optional)"
    placeholder="Why you decided this"
    value={value}
    error={error}
    onChange={(event) => onChange(event.currentTarget.value)}
    maxLength={lineCharsMax}
    autoComplete="off"
    autoFocus={isFirst}
  />
)
