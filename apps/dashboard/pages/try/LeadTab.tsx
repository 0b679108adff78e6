import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core"
import { useMe } from "../../api/Me.ts"
import { useSessionState } from "../../api/SessionStore.ts"
import { useForm } from "../../parts/forms/Form.tsx"
import { LeadAnalysis } from "../../shared/leads/LeadAnalysis.tsx"
import { curlOfJson } from "./request/Curl.ts"
import { RequestOutcome, ResponsePanel } from "./request/ResponsePanel.tsx"
import { RequestPrice, SampleButtons } from "./request/TryForm.tsx"
import { fieldMessages, useTry } from "./request/UseTry.ts"

const textFields = [
  { name: "name", label: "Name (optional)", placeholder: "Ann Example" },
  { name: "email", label: "Email address", placeholder: "ann@example.com" },
  { name: "company", label: "Company (optional)", placeholder: "Example Ltd" },
  { name: "website", label: "Website (optional)", placeholder: "https://example.com" },
  { name: "source", label: "Form name (optional)", placeholder: "contact form" }
] as const

type Field = typeof textFields[number]["name"] | "message"

/** Descriptions of fields whose labels do not explain them. */
const descriptions: Partial<Readonly<Record<Field, string>>> = { source: "Your own label for the form" }

const blank: Readonly<Record<Field, string>> = {
  name: "",
  email: "",
  company: "",
  website: "",
  source: "",
  message: ""
}

/** Sample leads that a button fills in. */
const samples: Readonly<Record<string, Partial<Readonly<Record<Field, string>>>>> = {
  "Question": {
    name: "Ann Example",
    email: "ann@example.com",
    company: "Example Ltd",
    message: "Hello, what does a subscription for ten people cost per year? Kind regards, Ann"
  },
  "Advertisement": {
    name: "SEO Expert",
    email: "offers@mailinator.com",
    message: "We sell 5000 cheap backlinks and guest posts. Rank first on Google within a week!"
  }
}

/** Tab that analyzes a lead, with the fields of a contact form. */
export const LeadTab = () => {
  const { server } = useMe()
  const [lead, setLead] = useSessionState("lead.fields", blank)
  const analysis = useTry("/lead/analyze")
  const set = (name: Field, value: string) => setLead((was) => ({ ...was, [name]: value }))
  const isBlank = Object.values(lead).every((value) => value === "")
  const { errors, form } = useForm({
    validation: {
      email: lead.email.trim() + lead.message.trim() === "" ? "Enter an email address or a message." : undefined
    },
    serverErrors: fieldMessages(analysis.response),
    submit: () => analysis.run(Object.fromEntries(Object.entries(lead).filter(([, value]) => value.trim() !== "")))
  })
  return (
    <Stack>
      <form {...form}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">Enter an email address or a message.</Text>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} verticalSpacing="sm">
            {textFields.map(({ label, name, placeholder }) => (
              <TextInput
                key={name}
                label={label}
                placeholder={placeholder}
                description={descriptions[name]}
                // Places the description below the input, so that the inputs of a row stay aligned.
                inputWrapperOrder={["label", "input", "description", "error"]}
                value={lead[name]}
                error={errors[name]}
                onChange={(event) => set(name, event.currentTarget.value)}
                autoComplete="off"
              />
            ))}
          </SimpleGrid>
          <Textarea
            label="Message"
            placeholder="Hello, what does a subscription for ten people cost per year?"
            value={lead.message}
            error={errors["message"]}
            onChange={(event) => set("message", event.currentTarget.value)}
            autosize
            minRows={5}
            maxRows={14}
          />
          <SampleButtons
            texts={Object.keys(samples)}
            onChoose={(name) => setLead({ ...blank, ...samples[name] })}
          />
          <RequestPrice>Free of charge.</RequestPrice>
          <Group>
            <Button type="submit" loading={analysis.isRunning}>Analyze lead</Button>
            <Button variant="default" disabled={isBlank} onClick={() => setLead(blank)}>Clear form</Button>
          </Group>
        </Stack>
      </form>
      <RequestOutcome {...analysis} />
      {analysis.response !== null && analysis.request !== null && (
        <ResponsePanel answer={analysis.response} curl={curlOfJson(server.baseUrl, "/lead/analyze", analysis.request)}>
          {analysis.response.isSuccess && (
            <LeadAnalysis
              verdict={analysis.response.result.verdict}
              riskScore={analysis.response.result.risk_score}
              categories={analysis.response.result.categories}
              reasons={analysis.response.result.reasons}
              language={analysis.response.result.language}
            />
          )}
        </ResponsePanel>
      )}
    </Stack>
  )
}
