import { Button, Group, List, Stack, Text, TextInput, Title } from "@mantine/core"
import type { EmailResult } from "../../../../../adapters/http/api/Emails.ts"
import { costTable } from "../../../../../core/credits/CostTable.ts"
import { useMe } from "../../../api/Me.ts"
import { useSessionState } from "../../../api/SessionStore.ts"
import { requiredError, useForm } from "../../../parts/forms/Form.tsx"
import { StatusBadge } from "../../../parts/text/StatusBadge.tsx"
import { Answer, Outcome } from "../request/Answer.tsx"
import { curlOfJson } from "../request/Curl.ts"
import { Cost, Samples } from "../request/TryForm.tsx"
import { fieldWords, useTry } from "../request/UseTry.ts"
import { addressRemarks, addressVerdict, addressWords, checkedAddress } from "./AddressVerdict.ts"

/** A disposable address, a role address, and an address with a typo. */
const samples = ["bob@mailinator.com", "info@example.com", "ann@gamil.com"]

/** Checks one address, optionally with the visitor's IP address. */
export const OneAddress = () => {
  const { server } = useMe()
  const [email, setEmail] = useSessionState("address.text", "")
  const [ip, setIp] = useSessionState("address.ip", "")
  const check = useTry("/scan/email")
  const { errors, form } = useForm({
    validation: { email: requiredError(email, "Type an email address.") },
    serverErrors: fieldWords(check.answer),
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
              // A label of two lines would move its input below the adjacent one.
              labelProps={{ style: { whiteSpace: "nowrap" } }}
            />
          </Group>
          <Samples texts={samples} onChoose={setEmail} />
          <Cost credits={costTable["scan/email"]}>Costs 1 credit; nothing for what is not an address.</Cost>
          <Group>
            <Button type="submit" loading={check.isRunning}>Check</Button>
          </Group>
        </Stack>
      </form>
      <Outcome {...check} />
      {check.answer !== null && check.asked !== null && (
        <Answer answer={check.answer} curl={curlOfJson(server.baseUrl, "/scan/email", check.asked)}>
          {check.answer.isDone && <Judged result={check.answer.answer} onTake={setEmail} />}
        </Answer>
      )}
    </Stack>
  )
}

interface JudgedProps {
  readonly result: typeof EmailResult.Type
  /** Replaces the address with the suggested correction. */
  readonly onTake: (email: string) => void
}

const Judged = ({ onTake, result }: JudgedProps) => {
  const address = checkedAddress(result.email, result)
  const { about, title, tone } = addressWords[addressVerdict(address)]
  const meant = result.did_you_mean
  const remarks = [...addressRemarks(address, addressVerdict(address)), ...visitorRemarks(result)]
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
      {meant !== null && <Button variant="default" onClick={() => onTake(meant)}>Use {meant} instead</Button>}
    </Stack>
  )
}

const visitorRemarks = (result: typeof EmailResult.Type): ReadonlyArray<string> => [
  ...result.ip_blocked === true ? ["A rule of this account blocks the visitor's network."] : [],
  ...result.country_blocked === true ? ["A rule of this account blocks the visitor's country."] : [],
  ...result.ip_blocked === false && result.country_blocked === false
    ? ["No rule blocks the visitor's network or country."]
    : []
]
