import { Button, Group, Stack, Text, TextInput, Title } from "@mantine/core"
import { costTable } from "../../../../core/credits/CostTable.ts"
import { useKeptState } from "../../api/Kept.ts"
import { useMe } from "../../api/Me.ts"
import { missing } from "../../parts/FieldProblems.ts"
import { useFields } from "../../parts/UseFields.ts"
import { Verdict } from "../../parts/Verdict.tsx"
import { OnlyEmbedded } from "../threats/OnlyEmbedded.tsx"
import { Answer, Outcome } from "./Answer.tsx"
import { Cost } from "./Cost.tsx"
import { curlOfJson } from "./Curl.ts"
import { Samples } from "./Samples.tsx"
import { fieldWords, useTry } from "./UseTry.ts"

/** One that is on no list, and the test address of a list. */
const samples = ["https://example.com/", "http://malware.wicar.org/data/eicar.com"]

/** One URL against the blocklist and the threat sources. */
export const UrlTab = () => {
  const { server } = useMe()
  const [url, setUrl] = useKeptState("url.text", "")
  const screen = useTry("/scan/url")
  const { errors, form } = useFields({
    problems: { url: missing(url, "Type a URL.") },
    refused: fieldWords(screen.answer),
    send: () => screen.run({ url: url.trim() })
  })
  return (
    <Stack>
      <form {...form}>
        <Stack gap="sm">
          <TextInput
            label="URL"
            placeholder="https://example.com/"
            value={url}
            error={errors["url"]}
            onChange={(event) => setUrl(event.currentTarget.value)}
            data-search
            required
            withAsterisk={false}
            autoComplete="off"
          />
          <Samples texts={samples} onChoose={setUrl} />
          <Cost credits={costTable["scan/url"]}>
            The URL is looked up, never opened. Costs {costTable["scan/url"]} credits; nothing when it fails.
          </Cost>
          <Group>
            <Button type="submit" loading={screen.isRunning}>Screen</Button>
          </Group>
        </Stack>
      </form>
      <Outcome {...screen} />
      {screen.answer !== null && screen.asked !== null && (
        <Answer answer={screen.answer} curl={curlOfJson(server.baseUrl, "/scan/url", screen.asked)}>
          {screen.answer.isDone && <Judged isSafe={screen.answer.answer.ok} url={screen.asked.url} />}
        </Answer>
      )}
    </Stack>
  )
}

const Judged = ({ isSafe, url }: { readonly isSafe: boolean; readonly url: string }) => (
  <Stack gap="sm" align="flex-start">
    {isSafe ? <Verdict tone="good">Not listed</Verdict> : <Verdict tone="bad">Listed as a threat</Verdict>}
    <Title order={2} size="h4">
      {isSafe ? "No source that blocks lists this URL" : "Do not open this URL, and do not pass it on"}
    </Title>
    <Text size="sm" style={{ overflowWrap: "anywhere" }} ff="monospace">{url}</Text>
    <Text size="sm">
      {isSafe
        ? "The blocklist does not block it, and every source that is required has answered. That does not make it harmless: a page that was made an hour ago is on no list yet."
        : "It is on the blocklist, or a threat source lists it or something above it. The request's entry in the history says which."}
    </Text>
    {isSafe && <OnlyEmbedded />}
    {isSafe && <Report url={url} />}
  </Stack>
)

/** What is not listed, and should be, goes to the reviewers. */
const Report = ({ url }: { readonly url: string }) => {
  const report = useTry("/submit-phishing-link")
  const isOfThis = report.asked?.url === url
  const isSent = isOfThis && report.answer?.isDone === true
  const failed = !isOfThis
    ? null
    : report.failure?.message ?? (report.answer?.isDone === false ? report.answer.message : null)
  return (
    <>
      <Button variant="default" loading={report.isRunning} disabled={isSent} onClick={() => report.run({ url })}>
        {isSent ? "Reported: it waits for review" : "Report it as phishing"}
      </Button>
      {failed !== null && <Text size="sm" c="red" role="alert">{failed}</Text>}
      <Text size="sm" c="dimmed">Free. A reviewer decides under Threat data whether it is blocked.</Text>
    </>
  )
}
