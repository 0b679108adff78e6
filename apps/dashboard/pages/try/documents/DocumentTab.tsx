import "@mantine/dropzone/styles.css"
import { Alert, Button, Group, List, Paper, Stack, Text, TextInput, Title } from "@mantine/core"
import { Dropzone } from "@mantine/dropzone"
import { IconFileUpload } from "@tabler/icons-react"
import { useState } from "react"
import type { DocumentResult } from "../../../../../adapters/http/api/Documents.ts"
import { costTable } from "../../../../../core/credits/CostTable.ts"
import { documentRatings } from "../../../../../core/scoring/Bands.ts"
import { useMe } from "../../../api/Me.ts"
import { useSessionState } from "../../../api/SessionStore.ts"
import { ScoreScale } from "../../../parts/charts/ScoreScale.tsx"
import { inputWithButton, requiredError, useForm } from "../../../parts/forms/Form.tsx"
import { CopyIconButton } from "../../../parts/text/CopyButtons.tsx"
import { bytesText, countText } from "../../../parts/text/Formats.ts"
import { StatusBadge } from "../../../parts/text/StatusBadge.tsx"
import { ratingLabels } from "../../../shared/documents/Rating.tsx"
import { ReasonList } from "../../../shared/documents/ReasonList.tsx"
import { curlOfDocument } from "../request/Curl.ts"
import { ResponsePanel } from "../request/ResponsePanel.tsx"
import { RequestPrice } from "../request/TryForm.tsx"
import { DocumentList } from "./DocumentList.tsx"
import { type DocumentSource, isPending, queueItemsMax, worstResult } from "./DocumentQueue.ts"
import { useDocumentQueue } from "./UseDocumentQueue.ts"

const price = costTable.scan

/**
 * Tab that scans documents: files that the user drops or selects, or the document at a URL. Shows the queue with its
 * progress.
 */
export const DocumentTab = () => {
  const { server } = useMe()
  const queue = useDocumentQueue()
  const [chosen, choose] = useSessionState<number | null>("documents.chosen", null)
  const answered = queue.items.filter(({ answer }) => answer !== null)
  const add = (sources: ReadonlyArray<DocumentSource>) => {
    choose(null)
    queue.add(sources)
  }
  const shown = answered.find(({ id }) => id === chosen) ?? worstResult(queue)
  const open = queue.items.filter(isPending).length
  return (
    <Stack>
      <Dropzone
        onDrop={(files: ReadonlyArray<File>) => add(files.map((file) => ({ kind: "file", file })))}
        multiple
        aria-label="Documents to scan"
        inputProps={{ "aria-label": "Choose documents" }}
        p="lg"
      >
        <Stack align="center" gap={4} style={{ pointerEvents: "none" }}>
          <IconFileUpload size={36} stroke={1.5} aria-hidden color="var(--mantine-color-dimmed)" />
          {/* Phones do not support drag and drop. */}
          <Text fw={600} ta="center" hiddenFrom="sm">Choose documents</Text>
          <Text fw={600} ta="center" visibleFrom="sm">Drop documents here or click to choose</Text>
          <Text size="sm" c="dimmed" ta="center">
            PDF, Word, Excel, PowerPoint, RTF, OpenDocument, email (.eml, .msg). Up to{" "}
            {bytesText(server.uploadBytesMax)} each.
          </Text>
        </Stack>
      </Dropzone>
      <RequestPrice credits={price * Math.max(1, open)}>
        Costs {price}{" "}
        credits per document{open > 1 ? `, ${countText(price * open)} for the ${open} remaining` : ""}. Failed scans are
        free.
      </RequestPrice>
      <UrlForm onUrl={(url) => add([{ kind: "url", url }])} />
      {queue.rejectedCount > 0 && (
        <Alert color="yellow" role="alert">
          {countText(queue.rejectedCount)} {queue.rejectedCount === 1 ? "document was" : "documents were"}{" "}
          not added. The queue holds at most {queueItemsMax}. Clear completed documents, then add the rest.
        </Alert>
      )}
      {queue.items.length > 0 && (
        <Paper withBorder>
          <Group justify="space-between" p="sm">
            <Text fw={600} size="sm">
              {open > 0 ? `${countText(open)} of ${countText(queue.items.length)} remaining` : "All completed"}
            </Text>
            <Button size="compact-sm" variant="default" onClick={queue.clear} disabled={open === queue.items.length}>
              Clear completed documents
            </Button>
          </Group>
          <DocumentList
            items={queue.items}
            shownId={shown?.id ?? null}
            onShow={choose}
            onCancel={queue.cancel}
            onRetry={queue.again}
          />
        </Paper>
      )}
      {shown?.answer != null && (
        <ResponsePanel answer={shown.answer} curl={curlOfDocument(server.baseUrl, shown.source)}>
          {shown.answer.isSuccess && <DocumentResultView result={shown.answer.result} />}
        </ResponsePanel>
      )}
    </Stack>
  )
}

const UrlForm = ({ onUrl }: { readonly onUrl: (url: string) => void }) => {
  const [url, setUrl] = useState("")
  const { errors, form } = useForm({
    validation: { url: requiredError(url, "Enter the URL of a document.") },
    submit: () => {
      onUrl(url.trim())
      setUrl("")
    }
  })
  return (
    <form {...form}>
      <TextInput
        label="Document URL"
        placeholder="https://example.com/invoice.pdf"
        value={url}
        required
        withAsterisk={false}
        onChange={(event) => setUrl(event.currentTarget.value.trimStart())}
        autoComplete="off"
        error={errors["url"]}
        inputContainer={inputWithButton(<Button type="submit" variant="default">Scan URL</Button>)}
      />
    </form>
  )
}

const DocumentResultView = ({ result }: { readonly result: typeof DocumentResult.Type }) => {
  const { about, title, tone } = ratingLabels[result.rating]
  return (
    <Stack>
      <Stack gap={4} align="flex-start">
        <StatusBadge tone={tone}>{title}</StatusBadge>
        <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>{result.filename}</Title>
        <Text size="sm">{about}</Text>
      </Stack>
      <ScoreScale score={result.score} bands={documentRatings} labels={ratingLabels} label="Score (higher is safer)" />
      {result.reasons.length > 0 && (
        <Stack gap="xs">
          <Title order={3} size="h5">Findings</Title>
          <ReasonList reasons={result.reasons.map((reason) => ({ ...reason, where: "" }))} isDetailed />
        </Stack>
      )}
      <Summary result={result} />
    </Stack>
  )
}

const Summary = ({ result: { file_hash, summary } }: { readonly result: typeof DocumentResult.Type }) => (
  <Stack gap="xs">
    <Title order={3} size="h5">Content</Title>
    <List size="sm">
      <List.Item>
        {summary.links_found === 0
          ? "No links"
          : summary.links_found === 1
          ? "1 link"
          : `${countText(summary.links_found)} links`}
      </List.Item>
      {summary.unique_domains.length > 0 && (
        <List.Item style={{ overflowWrap: "anywhere" }}>Link domains: {summary.unique_domains.join(", ")}</List.Item>
      )}
      <List.Item>{summary.has_embedded_files ? "Embedded files" : "No embedded files"}</List.Item>
      <List.Item>{summary.has_macros ? "Macros (programs that can run on opening)" : "No macros"}</List.Item>
    </List>
    <Group gap={4} wrap="nowrap">
      <Text size="xs" ff="monospace" c="dimmed" style={{ overflowWrap: "anywhere" }}>{file_hash}</Text>
      <CopyIconButton text={file_hash} what="hash" />
    </Group>
  </Stack>
)
