import { List, Stack, Text, Title } from "@mantine/core"
import { type LeadVerdict, leadVerdicts } from "../../../../core/scoring/Bands.ts"
import { ScoreScale } from "../../parts/charts/ScoreScale.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"
import { CategoryList } from "./CategoryList.tsx"
import { leadVerdictLabels } from "./LeadVerdictLabels.ts"

interface Props {
  readonly verdict: LeadVerdict
  readonly riskScore: number
  readonly categories: ReadonlyArray<string>
  /** Reasons from the API response. Stored leads have none. */
  readonly reasons?: ReadonlyArray<string>
  /** Spam probability of the message text, 0 to 1. The API response does not include it. */
  readonly spamProbability?: number | null
  readonly language: string | null
}

/** Shows the verdict on a lead with its score, reasons and signals. */
export const LeadAnalysis = (
  { categories, language, reasons = [], riskScore, spamProbability = null, verdict }: Props
) => {
  const { about, title, tone } = leadVerdictLabels[verdict]
  return (
    <Stack>
      <Stack gap={4} align="flex-start">
        <StatusBadge tone={tone}>{title}</StatusBadge>
        <Text size="sm">{about}</Text>
      </Stack>
      <ScoreScale score={riskScore} bands={leadVerdicts} labels={leadVerdictLabels} label="Risk (higher is riskier)" />
      {reasons.length > 0 && (
        <Stack gap="xs">
          <Title order={3} size="h5">Reasons</Title>
          <List size="sm" spacing={4}>
            {reasons.map((reason) => <List.Item key={reason} style={{ overflowWrap: "anywhere" }}>{reason}</List.Item>)}
          </List>
        </Stack>
      )}
      <CategoryList categories={categories} riskScore={riskScore} spamProbability={spamProbability} />
      {language !== null && <Text size="sm" c="dimmed">Language: {languageName(language)}</Text>}
    </Stack>
  )
}

/** Returns the name of a language, or its code if the browser does not know it. */
const languageName = (code: string): string => {
  try {
    return new Intl.DisplayNames("en-GB", { type: "language" }).of(code) ?? code
  } catch {
    return code
  }
}
