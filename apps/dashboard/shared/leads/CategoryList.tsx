import { Group, List, Paper, Stack, Text, Title } from "@mantine/core"
import { decisiveWordsMin, fewWordsPointsMax, pointsOfProbability } from "../../../../core/leads/judge/JudgeText.ts"
import { leadCatalog, type LeadEntry, leadPointsOf } from "../../../../core/leads/signals/LeadCatalog.ts"
import { categoryLabel } from "../requests/CodeLabels.ts"

interface Props {
  readonly categories: ReadonlyArray<string>
  readonly riskScore: number
  /** Spam probability of the message text, 0 to 1; null or absent if unknown. */
  readonly spamProbability?: number | null
}

/** Lists the signals of a lead with their explanations and points, strongest first. */
export const CategoryList = ({ categories, riskScore, spamProbability = null }: Props) => (
  <Stack gap="xs">
    <Title order={3} size="h5">Findings</Title>
    {categories.length === 0 && <Text size="sm" c="dimmed">No signs of spam</Text>}
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
                <Text size="sm" fw={600}>{categoryLabel(category)}</Text>
                <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" }}>
                  {isText ? formatTextPoints(spamProbability, riskScore) : formatCategoryPoints(category)}
                </Text>
              </Group>
              {isText
                ? (
                  <Text size="sm" c="dimmed">
                    {formatProbability(spamProbability)} spam probability, based on the message text alone.
                  </Text>
                )
                : <CategoryMeanings all={categoryMeanings(category)} />}
            </li>
          )
        })}
      </Paper>
    )}
    {spamProbability !== null && !categories.includes("spam_content") && (
      <Text size="sm" c="dimmed">
        Spam probability of the message text alone: {formatProbability(spamProbability)}.
      </Text>
    )}
  </Stack>
)

const CategoryMeanings = ({ all }: { readonly all: ReadonlyArray<string> }) => {
  if (all.length > 1) {
    return (
      <>
        <Text size="sm" c="dimmed">At least one of these:</Text>
        <List size="sm" c="dimmed">{all.map((meaning) => <List.Item key={meaning}>{meaning}</List.Item>)}</List>
      </>
    )
  }
  return <Text size="sm" c="dimmed">{all[0] ?? "No description available."}</Text>
}

const entriesOf = (category: string): ReadonlyArray<LeadEntry> =>
  Object.values<LeadEntry>(leadCatalog).filter((entry) => entry.category === category)

/** Returns the meanings of all signals in a category; empty for an unknown category. */
export const categoryMeanings = (category: string): ReadonlyArray<string> =>
  entriesOf(category).map(({ about }) => about)

/** Returns the points of the strongest signal in a category. */
export const categoryPointsMax = (category: string): number => Math.max(0, ...entriesOf(category).flatMap(leadPointsOf))

/** Reports whether all signals of a category have the same points. */
export const hasSingleWeight = (category: string): boolean =>
  new Set(entriesOf(category).flatMap(leadPointsOf)).size === 1

/** Formats the points of a category: `40 points`, `up to 88 points`; empty if it has none. */
export const formatCategoryPoints = (category: string): string => {
  const points = categoryPointsMax(category)
  if (points === 0) return ""
  const words = `${points} ${points === 1 ? "point" : "points"}`
  return hasSingleWeight(category) ? words : `up to ${words}`
}

/** Maximum spam probability to show, in percent. A text is never proof of spam. */
const percentMax = 99

/** Formats a spam probability from 0 to 1 as a percentage of at most 99%: `93%`. */
export const formatProbability = (probability: number): string =>
  `${Math.min(percentMax, Math.floor(probability * 100))}%`

/**
 * Formats the points of a message text: `72 of 88 points`. Short texts score fewer points, but the number of words is
 * not stored. If that number matters, the result is an upper bound: `up to 88 points`.
 */
export const formatTextPoints = (probability: number, riskScore: number): string => {
  const most = pointsOfProbability(probability, decisiveWordsMin)
  // A score below `most` proves that the text has few words, because its points cannot exceed the score.
  const exact = most <= fewWordsPointsMax ? most : riskScore < most ? fewWordsPointsMax : null
  // Uses the same bound as for API responses, which do not include the probability, so that both show the same text.
  const bound = categoryPointsMax("spam_content")
  return exact === null ? `up to ${bound} points` : `${exact} of ${bound} points`
}
