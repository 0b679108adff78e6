import { Button, Group, List, Stack, Text, TextInput, Title } from "@mantine/core"
import type { EmailResult } from "../../../../../adapters/http/api/Emails.ts"
import { costTable } from "../../../../../core/credits/CostTable.ts"
import { useMe } from "../../../api/Me.ts"
import { useSessionState } from "../../../api/SessionStore.ts"
import { requiredError, useForm } from "../../../parts/forms/Form.tsx"
import { StatusBadge } from "../../../parts/text/StatusBadge.tsx"
import { curlOfJson } from "../request/Curl.ts"
import { RequestOutcome, ResponsePanel } from "../request/ResponsePanel.tsx"
import { RequestPrice, SampleButtons } from "../request/TryForm.tsx"
import { fieldMessages, useTry } from "../request/UseTry.ts"
import { addressFindings, addressLabels, addressVerdict, checkedAddress } from "./AddressVerdict.ts"

/** Samples: a disposable address, a role address, and an address with a typo. */
const samples = ["bob@mailinator.com", "info@example.com", "ann@gamil.com"]

/** Form that checks one address, optionally with the visitor's IP address. */
export const SingleAddress = () => {
  const { server } = useMe()
  const [email, setEmail] = useSessionState("address.text", "")
  const [ip, setIp] = useSessionState("address.ip", "")
  const check = useTry("/scan/email")
  const { errors, form } = useForm({
    validation: { email: requiredError(email, "Enter an email address.") },
    serverErrors: fieldMessages(check.response),
    submit: () => check.run({ email: email.trim(), ...ip.trim() === "" ? {} : { ip: ip.trim() } })
  })
  return (
    <Stack>
      <form {...form}>
        <Stack gap="sm">
          <Group align="flex-start">
            <TextInput
              label="Email address"
              placeholder="ann@example.com"
              value={email}
              error={errors["email"]}
              onChange={(event) => setEmail(event.currentTarget.value)}
              required
              withAsterisk={false}
              autoComplete="off"
              flex={2}
              miw={{ base: "100%", xs: 220 }}
            />
            <TextInput
              label="Visitor's IP address (optional)"
              placeholder="203.0.113.7"
              value={ip}
              error={errors["ip"]}
              onChange={(event) => setIp(event.currentTarget.value)}
              autoComplete="off"
              flex={1}
              miw={{ base: "100%", xs: 250 }}
              // Keeps the label on one line, because a second line would move the input below the adjacent input.
              labelProps={{ style: { whiteSpace: "nowrap" } }}
            />
          </Group>
          <SampleButtons texts={samples} onChoose={setEmail} />
          <RequestPrice credits={costTable["scan/email"]}>Costs 1 credit. An invalid address is free.</RequestPrice>
          <Group>
            <Button type="submit" loading={check.isRunning}>Check address</Button>
          </Group>
        </Stack>
      </form>
      <RequestOutcome {...check} />
      {check.response !== null && check.request !== null && (
        <ResponsePanel answer={check.response} curl={curlOfJson(server.baseUrl, "/scan/email", check.request)}>
          {check.response.isSuccess && <AddressResult result={check.response.result} onUseSuggestion={setEmail} />}
        </ResponsePanel>
      )}
    </Stack>
  )
}

interface AddressResultProps {
  readonly result: typeof EmailResult.Type
  /** Replaces the address with the suggested correction. */
  readonly onUseSuggestion: (email: string) => void
}

const AddressResult = ({ onUseSuggestion, result }: AddressResultProps) => {
  const address = checkedAddress(result.email, result)
  const { about, title, tone } = addressLabels[addressVerdict(address)]
  const suggestion = result.did_you_mean
  const remarks = [...addressFindings(address, addressVerdict(address)), ...visitorFindings(result)]
  return (
    <Stack gap="sm" align="flex-start">
      <StatusBadge tone={tone}>{title}</StatusBadge>
      <Title order={2} size="h4" style={{ overflowWrap: "anywhere" }}>{result.email}</Title>
      <Text size="sm">{about}</Text>
      {remarks.length > 0 && (
        <List size="sm" spacing={4}>
          {remarks.map((remark) => <List.Item key={remark} style={{ overflowWrap: "anywhere" }}>{remark}</List.Item>)}
        </List>
      )}
      {suggestion !== null && (
        <Button variant="default" onClick={() => onUseSuggestion(suggestion)}>Use {suggestion} instead</Button>
      )}
    </Stack>
  )
}

const visitorFindings = (result: typeof EmailResult.Type): ReadonlyArray<string> => [
  ...result.ip_blocked === true ? ["A rule blocks the visitor's network."] : [],
  ...result.country_blocked === true ? ["A rule blocks the visitor's country."] : [],
  ...result.ip_blocked === false && result.country_blocked === false
    ? ["No rule blocks the visitor's network or country."]
    : []
]
