import { Alert, Button, FileButton, Group, Paper, Progress, Stack, Text, Textarea } from "@mantine/core"
import { useDebouncedValue } from "@mantine/hooks"
import { IconFileSpreadsheet } from "@tabler/icons-react"
import { useEffect, useMemo, useRef } from "react"
import { useSessionState } from "../../../api/SessionStore.ts"
import { showError } from "../../../api/Toasts.tsx"
import { requiredError, useForm } from "../../../parts/forms/Form.tsx"
import { bytesText, countText, creditsText } from "../../../parts/text/Formats.ts"
import { RateLimitNotice } from "../request/ResponsePanel.tsx"
import { RequestPrice } from "../request/TryForm.tsx"
import { AddressResults } from "./AddressResults.tsx"
import { listAddressesMax, listCharsMax, parseAddresses, type ParsedAddresses as List } from "./ParseAddresses.ts"
import { batchSize, useAddressRun } from "./RunBatches.ts"

/** Milliseconds after the last keystroke before the list is parsed. */
const typingMillis = 200

/** Form that checks a pasted list or a file. Checks each address once, with up to 500 addresses per request. */
export const AddressList = () => {
  const [text, setText] = useSessionState("addresses.text", "")
  const [debouncedText] = useDebouncedValue(text, typingMillis)
  const list = useMemo(() => parseAddresses(debouncedText), [debouncedText])
  const run = useAddressRun()
  const price = list.addresses.length - list.invalid
  const takeFile = async (file: File | null) => {
    if (file === null) return
    if (file.size > listCharsMax) {
      return showError(`${file.name} is too large. The limit is ${bytesText(listCharsMax)}.`)
    }
    setText(await file.text())
  }
  const { errors, form } = useForm({
    validation: { addresses: requiredError(text, "Enter at least one address.") },
    // Parses the current text, because the debounced text may lack the latest keystrokes.
    submit: () => run.start(parseAddresses(text).addresses)
  })
  return (
    <Stack>
      <form {...form}>
        <Stack>
          <Textarea
            label="Addresses"
            error={errors["addresses"]}
            description="One address per line, or CSV with a column named “email”. Duplicates are checked once."
            placeholder={"ann@example.com\nbob@mailinator.com"}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            autosize
            minRows={6}
            maxRows={14}
            spellCheck={false}
            disabled={run.isRunning}
          />
          <ListSummary list={list} />
          <RequestPrice credits={Math.max(1, price)}>
            {price === 0
              ? "Costs 1 credit per address. Invalid addresses are free."
              : `Costs ${creditsText(price)}, in ${requests(list.addresses.length)}.`}
          </RequestPrice>
          <Group>
            <Button type="submit" loading={run.isRunning}>
              Check {list.addresses.length === 0 ? "addresses" : counted(list.addresses.length, "address", "addresses")}
            </Button>
            <FileButton
              onChange={(file) => void takeFile(file)}
              accept=".csv,.txt,.tsv,text/csv,text/plain"
              inputProps={{ "aria-label": "Address file" }}
            >
              {(props) => (
                <Button
                  variant="default"
                  leftSection={<IconFileSpreadsheet size={16} />}
                  disabled={run.isRunning}
                  {...props}
                >
                  Choose file
                </Button>
              )}
            </FileButton>
          </Group>
        </Stack>
      </form>
      <RunResult run={run} />
    </Stack>
  )
}

const counted = (count: number, one: string, many: string): string => `${countText(count)} ${count === 1 ? one : many}`

const requests = (addresses: number): string => counted(Math.ceil(addresses / batchSize), "request", "requests")

/** Summary of the parsed addresses. */
const ListSummary = ({ list: { addresses, invalid, overLimit, duplicates } }: { readonly list: List }) => (
  <Stack gap="xs" mih={22}>
    {addresses.length > 0 && (
      <Text size="sm">
        {counted(addresses.length, "address", "addresses")}.
        {duplicates > 0 && ` ${counted(duplicates, "duplicate is", "duplicates are")} skipped.`}
        {invalid > 0 && ` ${counted(invalid, "is invalid and free", "are invalid and free")}.`}
      </Text>
    )}
    {overLimit > 0 && (
      <Alert color="yellow">
        {countText(overLimit)} addresses are skipped. The limit is {countText(listAddressesMax)}{" "}
        per run. Check the rest afterwards.
      </Alert>
    )}
  </Stack>
)

const RunResult = ({ run }: { readonly run: ReturnType<typeof useAddressRun> }) => {
  const { addresses, end, resumesAt, isRunning, state } = run
  const shown = useRef<HTMLDivElement>(null)
  const wasRunning = useRef(isRunning)
  // Focuses the result when a run ends on this page, but not when the user returns to the page later.
  useEffect(() => {
    if (wasRunning.current && end?.outcome === "done") {
      shown.current?.scrollIntoView({ block: "start" })
      shown.current?.focus({ preventScroll: true })
    }
    wasRunning.current = isRunning
  }, [end, isRunning])
  if (addresses.length === 0) return null
  const done = state.checked.length
  return (
    <Stack ref={shown} tabIndex={-1} aria-label="Results" role="group" style={{ scrollMarginTop: 72, outline: "none" }}>
      <Paper withBorder p="md">
        <Stack gap="sm">
          <Group justify="space-between">
            <Text size="sm" fw={600} role="status">
              {isRunning ? "Checking" : end?.outcome === "done" ? "Done" : "Stopped"}: {countText(done)} of{" "}
              {countText(addresses.length)}
            </Text>
            <Text size="sm">{creditsText(state.charged)} spent</Text>
          </Group>
          <Progress
            value={100 * done / addresses.length}
            aria-label="Check progress"
            color={end?.outcome === "failed" ? "red" : "accent"}
          />
          <RateLimitNotice resumesAt={resumesAt} />
          {end?.outcome === "failed" && <Alert color="red" role="alert">{end.message}</Alert>}
          <Group gap="xs">
            {isRunning && <Button variant="default" onClick={run.stop}>Stop check</Button>}
            {end !== null && end.outcome !== "done" && <Button onClick={run.resume}>Resume check</Button>}
            {!isRunning && <Button variant="default" onClick={run.clear}>Clear results</Button>}
          </Group>
        </Stack>
      </Paper>
      {done > 0 && <AddressResults checked={state.checked} />}
    </Stack>
  )
}
