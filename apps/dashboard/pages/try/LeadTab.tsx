import { Button, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from "@mantine/core"
import { useMe } from "../../api/Me.ts"
import { useSessionState } from "../../api/SessionStore.ts"
import { useForm } from "../../parts/forms/Form.tsx"
import { LeadJudgement } from "../../shared/leads/LeadJudgement.tsx"
import { Answer, Outcome } from "./request/Answer.tsx"
import { curlOfJson } from "./request/Curl.ts"
import { Cost, Samples } from "./request/TryForm.tsx"
import { fieldWords, useTry } from "./request/UseTry.ts"

const named = [
  { name: "name", label: "Name (optional)", placeholder: "Ann Example" },
  { name: "email", label: "Email address", placeholder: "ann@example.com" },
  { name: "company", label: "Company (optional)", placeholder: "Example Ltd" },
  { name: "website", label: "Website (optional)", placeholder: "https://example.com" },
  { name: "source", label: "Name of the form (optional)", placeholder: "contact form" }
] as const

type Field = typeof named[number]["name"] | "message"

/** Descriptions of fields whose names are not self-explanatory. */
const abouts: Partial<Readonly<Record<Field, string>>> = { source: "Your own label, to tell forms apart." }

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
  "a question": {
    name: "Ann Example",
    email: "ann@example.com",
    company: "Example Ltd",
    message: "Hello, what does a subscription for ten people cost per year? Kind regards, Ann"
  },
  "an advertisement": {
    name: "SEO Expert",
    email: "offers@mailinator.com",
    message: "We sell 5000 cheap backlinks and guest posts. Rank first on Google within a week!"
  }
}

/** Tries the analysis of a lead, with the fields of a contact form. */
export const LeadTab = () => {
  const { server } = useMe()
  const [lead, setLead] = useSessionState("lead.fields", blank)
  const analysis = useTry("/lead/analyze")
  const set = (name: Field, value: string) => setLead((was) => ({ ...was, [name]: value }))
  const isBlank = Object.values(lead).every((value) => value === "")
  const { errors, form } = useForm({
    validation: {
      email: lead.email.trim() + lead.message.trim() === "" ? "An address or a message is needed." : undefined
    },
    serverErrors: fieldWords(analysis.answer),
    submit: () => analysis.run(Object.fromEntries(Object.entries(lead).filter(([, value]) => value.trim() !== "")))
  })
  return (
    <Stack>
      <form {...form}>
        <Stack gap="sm">
          <Text size="sm" c="dimmed">An email address or a message is needed.</Text>
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} verticalSpacing="sm">
            {named.map(({ label, name, placeholder }) => (
              <TextInput
                key={name}
                label={label}
                placeholder={placeholder}
                description={abouts[name]}
                // Below the input, so that the inputs of a row stay aligned.
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
          <Samples
            texts={Object.keys(samples)}
            onChoose={(name) => setLead({ ...blank, ...samples[name] })}
          />
          <Cost>Free.</Cost>
          <Group>
            <Button type="submit" loading={analysis.isRunning}>Analyse</Button>
            <Button variant="default" disabled={isBlank} onClick={() => setLead(blank)}>Clear</Button>
          </Group>
        </Stack>
      </form>
      <Outcome {...analysis} />
      {analysis.answer !== null && analysis.asked !== null && (
        <Answer answer={analysis.answer} curl={curlOfJson(server.baseUrl, "/lead/analyze", analysis.asked)}>
          {analysis.answer.isDone && (
            <LeadJudgement
              verdict={analysis.answer.answer.verdict}
              riskScore={analysis.answer.answer.risk_score}
              categories={analysis.answer.answer.categories}
              reasons={analysis.answer.answer.reasons}
              language={analysis.answer.answer.language}
            />
          )}
        </Answer>
      )}
    </Stack>
  )
}
