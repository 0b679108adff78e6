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
import { rulesImportedMax } from "../../../../adapters/http/account/api/Rules.ts"
import { ask } from "../../api/Client.ts"
import { failureOf } from "../../api/Failure.ts"
import { sayDone } from "../../api/Toasts.tsx"
import { useFields } from "../../parts/forms/Fields.tsx"
import { countText } from "../../parts/text/Formats.ts"
import { kindWords } from "./GuessKind.ts"
import {
  type ImportCounts,
  importLinesMax,
  importWords,
  nothingImported,
  type ReadRules,
  readRules,
  type UnreadLine,
  unreadSaid
} from "./ReadRules.ts"

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

interface Progressed {
  readonly done: number
  readonly counts: ImportCounts
  readonly failed: ReadonlyArray<UnreadLine>
  readonly isRunning: boolean
}

const notYet: Progressed = { done: 0, counts: nothingImported, failed: [], isRunning: false }

/** Many rules at once: a line each. */
export const ImportRules = ({ isOpen, onClose }: Props) => {
  const [text, setText] = useState("")
  const [action, setAction] = useState<"block" | "allow">("block")
  const [progress, setProgress] = useState(notYet)
  const isStopped = useRef(false)
  const client = useQueryClient()
  const read = useMemo(() => readRules(text, action), [text, action])

  const run = async () => {
    isStopped.current = false
    const failed: Array<UnreadLine> = []
    let [done, counts] = [0, nothingImported]
    for (let at = 0; at < read.rules.length; at += rulesImportedMax) {
      if (isStopped.current) break
      const portion = read.rules.slice(at, at + rulesImportedMax)
      setProgress({ done, counts, failed, isRunning: true })
      try {
        const rules = portion.map(({ action, kind, note, value }) => ({ kind, action, value, note }))
        const answers = await ask("rules", "import", { payload: { rules } })
        answers.forEach(({ became, problem }, of) => {
          const { line, value } = portion[of]!
          const name = became ?? "failed"
          counts = { ...counts, [name]: counts[name] + 1 }
          if (problem !== null) failed.push({ line, text: value, why: problem })
        })
      } catch (error) {
        // What does not arrive once will not arrive five hundred times.
        const why = failureOf(error).message
        counts = { ...counts, failed: counts.failed + read.rules.length - at }
        failed.push(...read.rules.slice(at).map(({ line, value }) => ({ line, text: value, why })))
        break
      }
      done += portion.length
    }
    setProgress({ done, counts, failed: [...failed], isRunning: false })
    await client.invalidateQueries({ queryKey: ["rules"] })
    // What was wrong stays in sight until somebody closes it.
    if (failed.length + read.problems.length + read.leftOut === 0 && done === read.rules.length) {
      sayDone(importWords(counts))
      close()
    }
  }
  const close = () => {
    isStopped.current = true
    setText("")
    setProgress(notYet)
    forget()
    onClose()
  }
  const { errors, forget, form } = useFields({
    problems: {
      rules: read.rules.length > 0
        ? undefined
        : read.problems.length > 0
        ? "No line can be a rule: see below."
        : "Type or paste at least one line."
    },
    send: () => void run()
  })
  const isOver = !progress.isRunning && progress !== notYet
  if (isOver) {
    return (
      <Modal opened={isOpen} onClose={close} title="Import rules" size="lg">
        <Stack>
          <Text size="sm" fw={600} role="status">{importWords(progress.counts)}</Text>
          <Problems title="Not taken" lines={progress.failed} />
          <Summary read={read} isDone />
          <Group justify="flex-end">
            <Button variant="default" onClick={() => setProgress(notYet)}>Back to the lines</Button>
            <Button onClick={close} data-autofocus>Close</Button>
          </Group>
        </Stack>
      </Modal>
    )
  }
  return (
    <Modal opened={isOpen} onClose={close} title="Import rules" size="lg">
      <form {...form}>
        <Stack>
          <Textarea
            label="Rules"
            error={errors["rules"]}
            description="A line each: an address, a domain, a network or a country. “allow” before it makes an exception, and what stands behind # is its note."
            placeholder={"spam.example  # since March\n203.0.113.0/24\nallow ann@spam.example"}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={8}
            maxRows={16}
            spellCheck={false}
            disabled={progress.isRunning}
            data-autofocus
          />
          <Group gap="sm">
            <Text size="sm">Lines that say neither</Text>
            <SegmentedControl
              value={action}
              onChange={(name) => setAction(name as "block" | "allow")}
              data={[{ value: "block", label: "block" }, { value: "allow", label: "allow" }]}
              aria-label="What lines do that say neither"
              disabled={progress.isRunning}
            />
          </Group>
          <Summary read={read} />
          {progress.isRunning && (
            <Progress value={100 * progress.done / Math.max(1, read.rules.length)} aria-label="How far the import is" />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {progress.isRunning ? "Stop" : "Cancel"}
            </Button>
            <Button type="submit" loading={progress.isRunning}>
              {read.rules.length === 0
                ? "Add rules"
                : `Add ${countText(read.rules.length)} ${read.rules.length === 1 ? "rule" : "rules"}`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** @param isDone what was understood is told by what came of it */
const Summary = ({ isDone = false, read: { leftOut, problems, repeated, rules } }: {
  readonly read: ReadRules
  readonly isDone?: boolean
}) => {
  const counts = [...Map.groupBy(rules, ({ kind }) => kind)]
  return (
    <Stack gap="xs" mih={22}>
      {rules.length > 0 && !isDone && (
        <Text size="sm">
          Understood: {counts.map(([kind, some]) => `${kindWords[kind].title} ${countText(some.length)}`).join(", ")}
          {repeated > 0 && `; ${countText(repeated)} said twice`}.
        </Text>
      )}
      {leftOut > 0 && (
        <Alert color="yellow">{countText(leftOut)} lines are left out: {countText(importLinesMax)} at a time.</Alert>
      )}
      <Problems title="Not understood" lines={problems} />
    </Stack>
  )
}

const Problems = ({ lines, title }: { readonly title: string; readonly lines: ReadonlyArray<UnreadLine> }) =>
  lines.length === 0 ? null : (
    <Alert color="red" title={`${title}: ${countText(lines.length)}`}>
      <ScrollArea.Autosize mah={140} viewportProps={{ tabIndex: 0, role: "region", "aria-label": title }}>
        <List size="sm">
          {lines.map((one) => (
            <List.Item key={one.line} style={{ overflowWrap: "anywhere" }}>{unreadSaid(one)}</List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
    </Alert>
  )
