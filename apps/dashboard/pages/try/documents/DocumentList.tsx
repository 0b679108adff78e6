import { ActionIcon, Box, Group, Progress, Stack, Text, Tooltip, UnstyledButton } from "@mantine/core"
import { IconRefresh, IconX } from "@tabler/icons-react"
import { useMe } from "../../../api/Me.ts"
import { bytesText, millisText } from "../../../parts/text/Formats.ts"
import { StatusBadge, type Tone } from "../../../parts/text/StatusBadge.tsx"
import { ratingLabels } from "../../../shared/documents/Rating.tsx"
import { elapsedText, secondsText, useCurrentTime } from "../request/Clock.tsx"
import { canRetry, isPending, type QueuedDocument } from "./DocumentQueue.ts"

interface Props {
  readonly items: ReadonlyArray<QueuedDocument>
  /** Id of the document whose result is shown below. */
  readonly shownId: number | null
  readonly onShow: (id: number) => void
  readonly onCancel: (id: number) => void
  readonly onRetry: (id: number) => void
}

/** List of the queued documents, with the progress of each. */
export const DocumentList = ({ items, onRetry, onCancel, onShow, shownId }: Props) => {
  const { server } = useMe()
  const now = useCurrentTime(items.some(isPending))
  return (
    <Box component="ul" m={0} p={0} aria-label="Documents" style={{ listStyle: "none" }}>
      {items.map((item) => (
        <Box
          component="li"
          key={item.id}
          p="sm"
          bg={item.id === shownId ? "var(--mantine-color-default-hover)" : ""}
          style={{ borderTop: "1px solid var(--mantine-color-default-border)" }}
        >
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <DocumentLine item={item} now={now} isShown={item.id === shownId} onShow={() => onShow(item.id)} />
            <Actions
              item={item}
              canHelp={canRetry(item, server.uploadBytesMax)}
              onCancel={() => onCancel(item.id)}
              onAgain={() => onRetry(item.id)}
            />
          </Group>
        </Box>
      ))}
    </Box>
  )
}

const DocumentLine = ({ isShown, item, now, onShow }: {
  readonly item: QueuedDocument
  readonly now: number
  readonly isShown: boolean
  readonly onShow: () => void
}) => {
  const { answer, startedAt, endedAt, name, source } = item
  const title = <Text size="sm" fw={600} style={{ overflowWrap: "anywhere" }}>{name}</Text>
  return (
    <Stack gap={4} flex={1} miw={0}>
      <Group gap="xs" justify="space-between">
        {answer === null ?
          title :
          <UnstyledButton onClick={onShow} aria-pressed={isShown} maw="100%">{title}</UnstyledButton>}
        <StateBadge item={item} now={now} />
      </Group>
      <Progress
        value={item.state === "reading" ? 100 : item.sent * 100}
        animated={item.state === "reading"}
        size="sm"
        aria-label={`Progress of ${name}`}
        {
          // Hides the button of a finished document but keeps its space.
          ...!isPending(item) ? { style: { visibility: "hidden" } } : {}
        }
      />
      <Group gap="xs" mih={20}>
        {source.kind === "file" && <Text size="xs" c="dimmed">{bytesText(source.file.size)}</Text>}
        {startedAt !== null && (
          <Text size="xs" c="dimmed">
            {endedAt === null ? elapsedText(now - startedAt) : millisText(endedAt - startedAt)}
          </Text>
        )}
        {item.problem !== null && <Text size="xs" c="red" style={{ overflowWrap: "anywhere" }}>{item.problem}</Text>}
      </Group>
    </Stack>
  )
}

const StateBadge = ({ item, now }: { readonly item: QueuedDocument; readonly now: number }) => {
  const result = item.answer?.isSuccess === true ? item.answer.result : null
  if (result !== null) {
    const { title, tone } = ratingLabels[result.rating]
    return <StatusBadge tone={tone}>{title} ({result.score})</StatusBadge>
  }
  const [tone, words] = stateLabel(item, now)
  return <StatusBadge tone={tone}>{words}</StatusBadge>
}

const stateLabel = ({ resumesAt, sent, state }: QueuedDocument, now: number): readonly [Tone, string] => {
  switch (state) {
    case "waiting":
      return ["plain", "Queued"]
    case "sending":
      return ["info", `Uploading ${Math.floor(100 * sent)}%`]
    case "reading":
      return ["info", "Scanning"]
    case "pausing":
      return ["info", `Retrying in ${secondsText((resumesAt ?? now) - now)}`]
    case "cancelled":
      return ["plain", "Canceled"]
    default:
      return ["failed", "Not scanned"]
  }
}

const Actions = ({ canHelp, item, onAgain, onCancel }: {
  readonly item: QueuedDocument
  readonly canHelp: boolean
  readonly onCancel: () => void
  readonly onAgain: () => void
}) => {
  if (item.state === "done" || !(isPending(item) || canHelp)) return null
  const [label, Icon, action] = isPending(item)
    ? ["Cancel", IconX, onCancel] as const
    : ["Try again", IconRefresh, onAgain] as const
  return (
    <Tooltip label={label}>
      <ActionIcon variant="subtle" color="gray" onClick={action} aria-label={`${label}: ${item.name}`}>
        <Icon size={18} />
      </ActionIcon>
    </Tooltip>
  )
}
