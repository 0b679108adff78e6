import { Alert, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { useApi } from "../../api/Hooks.ts"
import { TextWithCode } from "../../parts/text/BreakableText.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"

export interface EngineState {
  readonly state: "live" | "down"
  readonly required: boolean
  readonly version: string | null
  readonly signatures: string | null
}

/** Card with the state of the malware engine for documents. Shows nothing if no engine is configured. */
export const EngineCard = ({ refetchMillis }: { readonly refetchMillis: number }) => {
  const engine = useApi("threats", "engine", undefined, { refetchMillis }).data
  if (engine === undefined || engine === null) return null
  const { name, problem, required, state } = engine
  return (
    <Paper withBorder p="md" component="section" aria-label={name}>
      <Stack gap="xs">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <Stack gap={0} miw={0}>
            <Title order={2} size="h5">{name}</Title>
            <Text size="xs" c="dimmed">Malware engine for documents{required ? " · required" : " · optional"}</Text>
          </Stack>
          <StatusBadge tone={state === "live" ? "good" : "bad"}>{state === "live" ? "Active" : "Down"}</StatusBadge>
        </Group>
        <Text size="sm">{describeVersions(engine)}</Text>
        <Text size="sm" c="dimmed">{describeEngine(engine)}</Text>
        {problem !== null && (
          <Alert color="red" p="xs">
            <Text size="sm" style={{ overflowWrap: "anywhere" }}>
              <TextWithCode text={problem} />
            </Text>
          </Alert>
        )}
      </Stack>
    </Paper>
  )
}

/** Describes the versions of the engine and of its signatures. */
export const describeVersions = ({ signatures, version }: EngineState): string =>
  version === null
    ? "Version unknown"
    : `Version ${version}, signatures ${signatures === null ? "without a version" : `version ${signatures}`}`

/** Explains what the state of the engine means for the scan of documents. */
export const describeEngine = ({ required, state }: EngineState): string => {
  if (state === "live") return "Documents with known malware are blocked."
  return required
    ? "It does not respond. Until it does, documents get no verdict (422)."
    : "It does not respond. Until it does, documents count as partially scanned."
}
