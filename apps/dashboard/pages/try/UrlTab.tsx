import { Button, Group, Stack, Text, TextInput, Title } from "@mantine/core"
import { useRef } from "react"
import { costTable } from "../../../../core/credits/CostTable.ts"
import { useMe } from "../../api/Me.ts"
import { useSessionState } from "../../api/SessionStore.ts"
import { requiredError, useForm } from "../../parts/forms/Form.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"
import { TextLink } from "../../parts/text/TextLink.tsx"
import { BuiltInOnlyNotice } from "../../shared/threats/BuiltInOnlyNotice.tsx"
import { curlOfJson } from "./request/Curl.ts"
import { RequestOutcome, ResponsePanel } from "./request/ResponsePanel.tsx"
import { RequestPrice, SampleButtons } from "./request/TryForm.tsx"
import { fieldMessages, useTry } from "./request/UseTry.ts"

/** Samples: an unlisted URL, and the test URL of a threat list. */
const samples = ["https://example.com/", "http://malware.wicar.org/data/eicar.com"]

/** Tab that screens one URL against the blocklist and the threat sources. */
export const UrlTab = () => {
  const { server } = useMe()
  const [url, setUrl] = useSessionState("url.text", "")
  const screen = useTry("/scan/url")
  const report = useTry("/submit-phishing-link")
  const [last, setLast] = useSessionState<"screen" | "report">("url.last", "screen")
  // Button that the user pressed. Enter in a field triggers the first button.
  const pressed = useRef<"screen" | "report">("screen")
  const { errors, form } = useForm({
    validation: { url: requiredError(url, "Enter a URL.") },
    serverErrors: fieldMessages(last === "screen" ? screen.response : report.response),
    submit: () => {
      setLast(pressed.current)
      const one = pressed.current === "screen" ? screen : report
      one.run({ url: url.trim() })
    }
  })
  const isNotListed = screen.response?.isSuccess === true && screen.response.result.ok
  // Shows the outcome of the report below the result if both requests are for the same URL.
  const showsReportBelow = isNotListed && report.request?.url === screen.request?.url
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
          <SampleButtons texts={samples} onChoose={setUrl} />
          <RequestPrice credits={costTable["scan/url"]}>
            Gatehouse never opens the URL. Screening costs {costTable["scan/url"]}{" "}
            credits, or nothing if it fails. Reporting is free.
          </RequestPrice>
          <Group>
            <Button type="submit" loading={screen.isRunning} onClick={() => pressed.current = "screen"}>
              Screen URL
            </Button>
            <Button
              type="submit"
              variant="default"
              loading={report.isRunning}
              onClick={() => pressed.current = "report"}
            >
              Report as phishing
            </Button>
          </Group>
          {!showsReportBelow && report.request !== null && <ReportOutcome url={report.request.url} />}
        </Stack>
      </form>
      <RequestOutcome {...screen} />
      {screen.response !== null && screen.request !== null && (
        <ResponsePanel answer={screen.response} curl={curlOfJson(server.baseUrl, "/scan/url", screen.request)}>
          {screen.response.isSuccess && <ScreeningResult isSafe={screen.response.result.ok} url={screen.request.url} />}
        </ResponsePanel>
      )}
    </Stack>
  )
}

const ScreeningResult = ({ isSafe, url }: { readonly isSafe: boolean; readonly url: string }) => (
  <Stack gap="sm" align="flex-start">
    {isSafe
      ? <StatusBadge tone="good">Not listed</StatusBadge>
      : <StatusBadge tone="bad">Listed as a threat</StatusBadge>}
    <Title order={2} size="h4">
      {isSafe ? "No source blocks this URL" : "Do not open or share this URL"}
    </Title>
    <Text size="sm" style={{ overflowWrap: "anywhere" }} ff="monospace">{url}</Text>
    <Text size="sm">
      {isSafe
        ? "The blocklist does not block it, and all required sources responded. It may still be harmful: new pages may not be listed yet."
        : "The blocklist or a threat source lists the URL, its path or its host. View the request to see which."}
    </Text>
    {isSafe && <BuiltInOnlyNotice />}
    {isSafe && <ReportButton url={url} />}
  </Stack>
)

/** Button that reports an unlisted URL to the reviewers. */
const ReportButton = ({ url }: { readonly url: string }) => {
  const report = useTry("/submit-phishing-link")
  const isSent = report.request?.url === url && report.response?.isSuccess === true
  return (
    <>
      {!isSent && (
        <Button variant="default" loading={report.isRunning} onClick={() => report.run({ url })}>
          Report as phishing
        </Button>
      )}
      <ReportOutcome url={url} />
    </>
  )
}

const ReportOutcome = ({ url }: { readonly url: string }) => {
  const { response, request, failure } = useTry("/submit-phishing-link")
  const failed = failure?.message ?? (response?.isSuccess === false ? response.message : null)
  return (
    <div role="status">
      {request?.url === url && failed !== null && <Text size="sm" c="red">{failed}</Text>}
      {request?.url === url && response?.isSuccess === true && (
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          Reported for review. A link that was reported before keeps its number and decision.{" "}
          <TextLink href={`/threats/submissions?open=${response.result.id}`}>
            View reported link {response.result.id}
          </TextLink>
        </Text>
      )}
    </div>
  )
}
