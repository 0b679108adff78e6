import "@mantine/dropzone/styles.css"
import { Alert, Button, Group, Paper, Stack, Text, TextInput } from "@mantine/core"
import { Dropzone } from "@mantine/dropzone"
import { IconFileUpload } from "@tabler/icons-react"
import { useState } from "react"
import { costTable } from "../../../../core/credits/CostTable.ts"
import { useKeptState } from "../../api/Kept.ts"
import { useMe } from "../../api/Me.ts"
import { besideInput } from "../../parts/BesideInput.tsx"
import { missing } from "../../parts/FieldProblems.ts"
import { bytesText, countText } from "../../parts/Formats.ts"
import { useFields } from "../../parts/UseFields.ts"
import { Answer } from "./Answer.tsx"
import { Cost } from "./Cost.tsx"
import { curlOfDocument } from "./Curl.ts"
import { DocumentAnswer } from "./DocumentAnswer.tsx"
import { DocumentList } from "./DocumentList.tsx"
import { type DocumentSource, isOpen, queueItemsMax, worstAnswered } from "./DocumentQueue.ts"
import { useDocumentQueue } from "./UseDocumentQueue.ts"

const price = costTable.scan

/** Documents by drop, choice or URL: each waits its turn, and tells how far it is. */
export const DocumentTab = () => {
  const { server } = useMe()
  const queue = useDocumentQueue()
  const [chosen, choose] = useKeptState<number | null>("documents.chosen", null)
  const answered = queue.items.filter(({ answer }) => answer !== null)
  const add = (sources: ReadonlyArray<DocumentSource>) => {
    choose(null)
    queue.add(sources)
  }
  const shown = answered.find(({ id }) => id === chosen) ?? worstAnswered(queue)
  const open = queue.items.filter(isOpen).length
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
          {/* Nothing is dropped on a phone. */}
          <Text fw={600} ta="center" hiddenFrom="sm">Choose documents</Text>
          <Text fw={600} ta="center" visibleFrom="sm">Drop documents here, or press to choose</Text>
          <Text size="sm" c="dimmed" ta="center">
            PDF, Word, Excel, PowerPoint, RTF, OpenDocument, up to {bytesText(server.uploadBytesMax)} each.
          </Text>
        </Stack>
      </Dropzone>
      <Cost credits={price * Math.max(1, open)}>
        Costs {price}{" "}
        credits a document{open > 1 ? `, ${countText(price * open)} for the ${open} that are still to come` : ""};
        nothing for one that fails.
      </Cost>
      <FromUrl onUrl={(url) => add([{ kind: "url", url }])} />
      {queue.leftOut > 0 && (
        <Alert color="yellow" role="alert">
          {countText(queue.leftOut)} more did not go in: {queueItemsMax}{" "}
          at a time. Clear what is done, and drop them again.
        </Alert>
      )}
      {queue.items.length > 0 && (
        <Paper withBorder>
          <Group justify="space-between" p="sm">
            <Text fw={600} size="sm">
              {open > 0 ? `${countText(open)} of ${countText(queue.items.length)} to come` : "All done"}
            </Text>
            <Button size="compact-sm" variant="default" onClick={queue.clear} disabled={open === queue.items.length}>
              Clear what is done
            </Button>
          </Group>
          <DocumentList
            items={queue.items}
            shownId={shown?.id ?? null}
            onShow={choose}
            onCancel={queue.cancel}
            onAgain={queue.again}
          />
        </Paper>
      )}
      {shown?.answer != null && (
        <Answer answer={shown.answer} curl={curlOfDocument(server.baseUrl, shown.source)}>
          {shown.answer.isDone && <DocumentAnswer result={shown.answer.answer} />}
        </Answer>
      )}
    </Stack>
  )
}

const FromUrl = ({ onUrl }: { readonly onUrl: (url: string) => void }) => {
  const [url, setUrl] = useState("")
  const { errors, form } = useFields({
    problems: { url: missing(url, "Paste a link to a document.") },
    send: () => {
      onUrl(url.trim())
      setUrl("")
    }
  })
  return (
    <form {...form}>
      <TextInput
        label="Or a link to a document"
        placeholder="https://example.com/invoice.pdf"
        value={url}
        required
        withAsterisk={false}
        onChange={(event) => setUrl(event.currentTarget.value.trimStart())}
        autoComplete="off"
        error={errors["url"]}
        inputContainer={besideInput(<Button type="submit" variant="default">Fetch and scan</Button>)}
      />
    </form>
  )
}
