import { Group, List, Stack, Text, Title } from "@mantine/core"
import type { DocumentResult } from "../../../../adapters/http/api/Documents.ts"
import { documentRatings } from "../../../../core/scoring/Bands.ts"
import { Copy } from "../../parts/Copy.tsx"
import { countText } from "../../parts/Formats.ts"
import { Verdict } from "../../parts/Verdict.tsx"
import { ratingWords } from "../../shared/documents/RatingWords.ts"
import { ReasonList } from "../../shared/documents/ReasonList.tsx"
import { ScoreScale } from "../../shared/leads/ScoreScale.tsx"

/** What a scan found, as a person understands it. */
export const DocumentAnswer = ({ result }: { readonly result: typeof DocumentResult.Type }) => {
  const { about, title, tone } = ratingWords[result.rating]
  return (
    <Stack>
      <Stack gap={4} align="flex-start">
        <Verdict tone={tone}>{title}</Verdict>
        <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>{result.filename}</Title>
        <Text size="sm">{about}</Text>
      </Stack>
      <ScoreScale score={result.score} bands={documentRatings} words={ratingWords} label="Score, higher is safer" />
      {result.reasons.length > 0 && (
        <Stack gap="xs">
          <Title order={3} size="h5">Findings</Title>
          <ReasonList reasons={result.reasons.map((reason) => ({ ...reason, where: "" }))} isAtLength />
        </Stack>
      )}
      <Summary result={result} />
    </Stack>
  )
}

const Summary = ({ result: { file_hash, summary } }: { readonly result: typeof DocumentResult.Type }) => (
  <Stack gap="xs">
    <Title order={3} size="h5">What is in it</Title>
    <List size="sm">
      <List.Item>
        {summary.links_found === 0
          ? "No links"
          : summary.links_found === 1
          ? "1 link"
          : `${countText(summary.links_found)} links`}
      </List.Item>
      {summary.unique_domains.length > 0 && (
        <List.Item style={{ overflowWrap: "anywhere" }}>They lead to {summary.unique_domains.join(", ")}</List.Item>
      )}
      <List.Item>{summary.has_embedded_files ? "Files within it" : "No files within it"}</List.Item>
      <List.Item>{summary.has_macros ? "Macros: programs that can run when it is opened" : "No macros"}</List.Item>
    </List>
    <Group gap={4} wrap="nowrap">
      <Text size="xs" ff="monospace" c="dimmed" style={{ overflowWrap: "anywhere" }}>{file_hash}</Text>
      <Copy text={file_hash} what="hash" />
    </Group>
  </Stack>
)
