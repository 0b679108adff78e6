import { Button, Group, Stack, Text, TextInput, Title } from "@mantine/core"
import { useRef } from "react"
import { costTable } from "../../../../core/credits/CostTable.ts"
import { useMe } from "../../api/Me.ts"
import { useSessionState } from "../../api/SessionStore.ts"
import { requiredError, useForm } from "../../parts/forms/Form.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"
import { TextLink } from "../../parts/text/TextLink.tsx"
import { OnlyEmbedded } from "../../shared/threats/OnlyEmbedded.tsx"
import { Answer, Outcome } from "./request/Answer.tsx"
import { curlOfJson } from "./request/Curl.ts"
import { Cost, Samples } from "./request/TryForm.tsx"
import { fieldWords, useTry } from "./request/UseTry.ts"

/** An unlisted URL, and the test URL of a threat list. */
const samples = ["https://example.com/", "http://malware.wicar.org/data/eicar.com"]

/** Screens one URL against the blocklist and the threat sources. */
export const UrlTab = () => {
  const { server } = useMe()
  const [url, setUrl] = useSessionState("url.text", "")
  const screen = useTry("/scan/url")
  const report = useTry("/submit-phishing-link")
  const [last, setLast] = useSessionState<"screen" | "report">("url.last", "screen")
  // Enter in a field triggers the first button of the form.
  const pressed = useRef<"screen" | "report">("screen")
  const { errors, form } = useForm({
    validation: { url: requiredError(url, "Type a URL.") },
    serverErrors: fieldWords(last === "screen" ? screen.answer : report.answer),
    submit: () => {
      setLast(pressed.current)
      const one = pressed.current === "screen" ? screen : report
      one.run({ url: url.trim() })
    }
  })
  const isNotListed = screen.answer?.isDone === true && screen.answer.answer.ok
  // The outcome of the report appears below the result for the same URL.
  const isToldBelow = isNotListed && report.asked?.url === screen.asked?.url
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
            The URL is looked up, never opened. Screening costs {costTable["scan/url"]}{" "}
            credits, and nothing when it fails. Reporting is free.
          </Cost>
          <Group>
            <Button type="submit" loading={screen.isRunning} onClick={() => pressed.current = "screen"}>
              Screen
            </Button>
            <Button
              type="submit"
              variant="default"
              loading={report.isRunning}
              onClick={() => pressed.current = "report"}
            >
              Report as phishing (free)
            </Button>
          </Group>
          {!isToldBelow && report.asked !== null && <Reported url={report.asked.url} />}
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
    {isSafe
      ? <StatusBadge tone="good">Not listed</StatusBadge>
      : <StatusBadge tone="bad">Listed as a threat</StatusBadge>}
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

/** Reports an unlisted URL to the reviewers. */
const Report = ({ url }: { readonly url: string }) => {
  const report = useTry("/submit-phishing-link")
  const isSent = report.asked?.url === url && report.answer?.isDone === true
  return (
    <>
      {!isSent && (
        <Button variant="default" loading={report.isRunning} onClick={() => report.run({ url })}>
          Report as phishing (free)
        </Button>
      )}
      <Reported url={url} />
    </>
  )
}

const Reported = ({ url }: { readonly url: string }) => {
  const { answer, asked, failure } = useTry("/submit-phishing-link")
  const failed = failure?.message ?? (answer?.isDone === false ? answer.message : null)
  return (
    <div role="status">
      {asked?.url === url && failed !== null && <Text size="sm" c="red">{failed}</Text>}
      {asked?.url === url && answer?.isDone === true && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          Reported, for review; one that was reported before keeps its number, and what was decided of it.{" "}
          <TextLink href={`/threats/submissions?open=${answer.answer.id}`}>
            Show reported link {answer.answer.id}
          </TextLink>
        </Text>
      )}
    </div>
  )
}
