import { Group, List, Paper, Stack, Text, Title } from "@mantine/core"
import { categoryMeanings, categoryPointsMax, categoryTitle } from "./LeadMeanings.ts"

interface Props {
  readonly categories: ReadonlyArray<string>
  /** Of each, as the server tells it; the catalogue's own words where there are none. */
  readonly meanings?: ReadonlyMap<string, string>
}

/** What was noticed, the weightiest first, with what can be behind it. */
export const CategoryList = ({ categories, meanings }: Props) => (
  <Stack gap="xs">
    <Title order={3} size="h5">What was noticed</Title>
    {categories.length === 0 && <Text size="sm">Nothing.</Text>}
    {categories.map((category) => (
      <Paper key={category} withBorder p="sm">
        <Group justify="space-between" gap="xs" wrap="nowrap" align="baseline">
          <Text size="sm" fw={600}>{categoryTitle(category)}</Text>
          <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }}>up to {categoryPointsMax(category)} points</Text>
        </Group>
        <Meanings all={categoryMeanings(category)} told={meanings?.get(category)} />
      </Paper>
    ))}
  </Stack>
)

const Meanings = ({ all, told }: { readonly all: ReadonlyArray<string>; readonly told: string | undefined }) => {
  if (all.length > 1) {
    return (
      <>
        <Text size="sm" c="dimmed">One of these:</Text>
        <List size="sm" c="dimmed">{all.map((meaning) => <List.Item key={meaning}>{meaning}</List.Item>)}</List>
      </>
    )
  }
  return <Text size="sm" c="dimmed">{all[0] ?? told ?? "This page does not know it yet."}</Text>
}
