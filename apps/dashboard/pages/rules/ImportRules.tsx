import {
  Alert,
  Button,
  Group,
  List,
  Modal,
  Progress,
  ScrollArea,
  SegmentedControl,
  Stack,
  Text,
  Textarea
} from "@mantine/core"
import { useQueryClient } from "@tanstack/react-query"
import { useMemo, useRef, useState } from "react"
import { rulesPerImportMax } from "../../../../adapters/http/account/api/Rules.ts"
import { callApi } from "../../api/Client.ts"
import { decodeFailure } from "../../api/Failure.ts"
import { showSuccess } from "../../api/Toasts.tsx"
import { useForm } from "../../parts/forms/Form.tsx"
import { countText } from "../../parts/text/Formats.ts"
import { ruleKindLabels } from "./GuessKind.ts"
import {
  formatInvalidLine,
  type ImportCounts,
  importLinesMax,
  type InvalidLine,
  noImportCounts,
  type ParsedRule,
  type ParsedRules,
  parseRules,
  summarizeImport
} from "./ParseRules.ts"

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

interface BatchResult {
  readonly done: number
  readonly counts: ImportCounts
  readonly failed: ReadonlyArray<InvalidLine>
}

interface ImportProgress extends BatchResult {
  readonly state: "idle" | "running" | "finished"
}

const idle: ImportProgress = { state: "idle", done: 0, counts: noImportCounts, failed: [] }

type Action = "block" | "allow"

/** Dialog that imports many rules, one per line. */
export const ImportRules = ({ isOpen, onClose }: Props) => {
  const [text, setText] = useState("")
  const [action, setAction] = useState<Action>("block")
  const read = useMemo(() => parseRules(text, action), [text, action])
  const { back, progress, run, stop } = useImport()
  const close = () => {
    stop()
    setText("")
    reset()
    onClose()
  }
  const send = async () => {
    const { counts, done, failed } = await run(read.rules)
    // Problems stay visible until the user closes the dialog.
    if (failed.length + read.invalidLines.length + read.linesOverLimit === 0 && done === read.rules.length) {
      showSuccess(summarizeImport(counts))
      close()
    }
  }
  const { errors, reset, form } = useForm({
    validation: {
      rules: read.rules.length > 0
        ? undefined
        : read.invalidLines.length > 0
        ? "No line is a valid rule. See the problems below."
        : "Enter at least one line."
    },
    submit: () => void send()
  })
  const isRunning = progress.state === "running"
  return (
    <Modal opened={isOpen} onClose={close} title="Import rules" size="lg">
      {progress.state === "finished"
        ? <Outcome progress={progress} read={read} onBack={back} onClose={close} />
        : (
          <form {...form}>
            <Stack>
              <Textarea
                label="Rules"
                error={errors["rules"]}
                description="One rule per line: an email address, a domain, a network or a country. Start a line with “allow” to make an exception. Text after # becomes the note."
                placeholder={"spam.example  # since March\n203.0.113.0/24\nallow ann@spam.example"}
                value={text}
                onChange={(event) => setText(event.currentTarget.value)}
                autosize
                minRows={8}
                maxRows={16}
                spellCheck={false}
                disabled={isRunning}
                data-autofocus
              />
              <DefaultAction action={action} onChange={setAction} isDisabled={isRunning} />
              <Summary read={read} />
              {isRunning && (
                <Progress
                  value={100 * progress.done / Math.max(1, read.rules.length)}
                  aria-label="Import progress"
                />
              )}
              <Group justify="flex-end">
                <Button variant="default" onClick={close}>
                  {isRunning ? "Stop import" : "Cancel"}
                </Button>
                <Button type="submit" loading={isRunning}>
                  {read.rules.length === 0
                    ? "Add rules"
                    : `Add ${countText(read.rules.length)} ${read.rules.length === 1 ? "rule" : "rules"}`}
                </Button>
              </Group>
            </Stack>
          </form>
        )}
    </Modal>
  )
}

/** Sends the rules in batches until all are sent, a batch fails, or the user stops the import. */
const useImport = () => {
  const [progress, setProgress] = useState(idle)
  const isStopped = useRef(false)
  const client = useQueryClient()
  const run = async (rules: ReadonlyArray<ParsedRule>): Promise<BatchResult> => {
    isStopped.current = false
    let sum: BatchResult = idle
    for (let at = 0; at < rules.length && !isStopped.current; at += rulesPerImportMax) {
      setProgress({ ...sum, state: "running" })
      try {
        sum = addResults(sum, await importBatch(rules.slice(at, at + rulesPerImportMax)))
      } catch (error) {
        // Stops after the first failed batch, because the remaining batches would probably fail too.
        sum = addResults(sum, failedResult(rules.slice(at), decodeFailure(error).message))
        break
      }
    }
    setProgress({ ...sum, state: "finished" })
    await client.invalidateQueries({ queryKey: ["rules"] })
    return sum
  }
  const back = () => setProgress(idle)
  const stop = () => {
    isStopped.current = true
    back()
  }
  return { progress, run, stop, back }
}

/** Sends one batch. Throws if the request fails. */
const importBatch = async (portion: ReadonlyArray<ParsedRule>): Promise<BatchResult> => {
  const rules = portion.map(({ action, kind, note, value }) => ({ kind, action, value, note }))
  const answers = await callApi("rules", "import", { payload: { rules } })
  let counts = noImportCounts
  const failed: Array<InvalidLine> = []
  for (const [at, { became, problem }] of answers.entries()) {
    const rule = portion[at]
    if (rule === undefined) throw new Error("The server returned more results than there were rules.")
    const name = became ?? "failed"
    counts = { ...counts, [name]: counts[name] + 1 }
    if (problem !== null) failed.push({ line: rule.line, text: rule.value, problem })
  }
  return { done: portion.length, counts, failed }
}

const failedResult = (rules: ReadonlyArray<ParsedRule>, problem: string): BatchResult => ({
  done: 0,
  counts: { ...noImportCounts, failed: rules.length },
  failed: rules.map(({ line, value }) => ({ line, text: value, problem }))
})

const addResults = (sum: BatchResult, more: BatchResult): BatchResult => ({
  done: sum.done + more.done,
  counts: {
    new: sum.counts.new + more.counts.new,
    changed: sum.counts.changed + more.counts.changed,
    kept: sum.counts.kept + more.counts.kept,
    failed: sum.counts.failed + more.counts.failed
  },
  failed: [...sum.failed, ...more.failed]
})

interface DefaultActionProps {
  readonly action: Action
  readonly onChange: (action: Action) => void
  readonly isDisabled: boolean
}

const DefaultAction = ({ action, isDisabled, onChange }: DefaultActionProps) => (
  <Group gap="sm">
    <Text size="sm">Default action</Text>
    <SegmentedControl
      value={action}
      onChange={onChange}
      data={[{ value: "block", label: "Block" }, { value: "allow", label: "Allow" }]}
      aria-label="Default action"
      disabled={isDisabled}
    />
  </Group>
)

interface OutcomeProps {
  readonly progress: BatchResult
  readonly read: ParsedRules
  readonly onBack: () => void
  readonly onClose: () => void
}

const Outcome = ({ onBack, onClose, progress: { counts, failed }, read }: OutcomeProps) => (
  <Stack>
    <Text size="sm" fw={600} role="status">{summarizeImport(counts)}</Text>
    <LineProblems title="Not imported" lines={failed} />
    <Summary read={read} isDone />
    <Group justify="flex-end">
      <Button variant="default" onClick={onBack}>Edit lines</Button>
      <Button onClick={onClose} data-autofocus>Close</Button>
    </Group>
  </Stack>
)

/**
 * Summarizes the valid rules and the lines with problems.
 *
 * @param isDone whether the import has finished; the summary then omits the valid rules
 */
const Summary = ({ isDone = false, read: { linesOverLimit, invalidLines, duplicates, rules } }: {
  readonly read: ParsedRules
  readonly isDone?: boolean
}) => {
  const counts = [...Map.groupBy(rules, ({ kind }) => kind)]
  return (
    <Stack gap="xs" mih={22}>
      {rules.length > 0 && !isDone && (
        <Text size="sm">
          Valid rules:{" "}
          {counts.map(([kind, some]) => `${ruleKindLabels[kind].title} ${countText(some.length)}`).join(", ")}
          {duplicates > 0 && `; ${countText(duplicates)} ${duplicates === 1 ? "duplicate" : "duplicates"} skipped`}
        </Text>
      )}
      {linesOverLimit > 0 && (
        <Alert color="yellow">
          {countText(linesOverLimit)} lines are skipped. The limit is {countText(importLinesMax)} lines per import.
        </Alert>
      )}
      <LineProblems title="Invalid lines" lines={invalidLines} />
    </Stack>
  )
}

const LineProblems = ({ lines, title }: { readonly title: string; readonly lines: ReadonlyArray<InvalidLine> }) =>
  lines.length === 0 ? null : (
    <Alert color="red" title={`${title}: ${countText(lines.length)}`}>
      <ScrollArea.Autosize mah={140} viewportProps={{ tabIndex: 0, role: "region", "aria-label": title }}>
        <List size="sm">
          {lines.map((one) => (
            <List.Item key={one.line} style={{ overflowWrap: "anywhere" }}>{formatInvalidLine(one)}</List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
    </Alert>
  )
