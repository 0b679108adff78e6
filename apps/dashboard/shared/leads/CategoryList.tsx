import { Group, List, Paper, Stack, Text, Title } from "@mantine/core"
import { categoryTitle } from "../requests/CodeInWords.ts"
import { categoryMeanings, likelyText, pointsText, textPoints } from "./LeadMeanings.ts"

interface Props {
  readonly categories: ReadonlyArray<string>
  readonly riskScore: number
  /** Of the text alone, 0 to 1; absent where nobody told. */
  readonly spamProbability?: number | null
}

/** What was noticed, the weightiest first: what is behind it, and how much it counts. */
export const CategoryList = ({ categories, riskScore, spamProbability = null }: Props) => (
  <Stack gap="xs">
    <Title order={3} size="h5">What was noticed</Title>
    {categories.length === 0 && <Text size="sm" c="dimmed">Nothing that speaks against it.</Text>}
    {categories.length > 0 && (
      <Paper withBorder component="ul" m={0} p={0} style={{ listStyle: "none" }}>
        {categories.map((category, at) => {
          const isText = category === "spam_content" && spamProbability !== null
          return (
            <li
              key={category}
              style={{
                padding: "0.6rem 0.75rem",
                ...at === 0 ? {} : { borderTop: "1px solid var(--mantine-color-default-border)" }
              }}
            >
              <Group justify="space-between" gap="md" wrap="nowrap" align="baseline">
                <Text size="sm" fw={600}>{categoryTitle(category)}</Text>
                <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
                  {isText ? textPoints(spamProbability, riskScore) : pointsText(category)}
                </Text>
              </Group>
              {isText
                ? (
                  <Text size="sm" c="dimmed">
                    {likelyText(spamProbability)} likely, going by the words of the message alone.
                  </Text>
                )
                : <Meanings all={categoryMeanings(category)} />}
            </li>
          )
        })}
      </Paper>
    )}
    {spamProbability !== null && !categories.includes("spam_content") && (
      <Text size="sm" c="dimmed">
        Going by its words alone, the message is {likelyText(spamProbability)} likely spam.
      </Text>
    )}
  </Stack>
)

const Meanings = ({ all }: { readonly all: ReadonlyArray<string> }) => {
  if (all.length > 1) {
    return (
      <>
        <Text size="sm" c="dimmed">One or more of these:</Text>
        <List size="sm" c="dimmed">{all.map((meaning) => <List.Item key={meaning}>{meaning}</List.Item>)}</List>
      </>
    )
  }
  return <Text size="sm" c="dimmed">{all[0] ?? "This page does not know it yet."}</Text>
}
