import { Button, Paper, Text, Title } from "@mantine/core"
import { useState } from "react"
import { chartColours } from "../../parts/ChartColours.ts"
import { countText } from "../../parts/Formats.ts"
import { BarRow, BarTable } from "./Bars.tsx"
import type { Reason } from "./TrafficSums.ts"

const shownAtFirst = 10

/** Where the visitors with a good token were. */
export const Countries = ({ countries }: { readonly countries: ReadonlyArray<Reason> }) => {
  const [isWhole, setWhole] = useState(false)
  const all = countries.reduce((sum, { count }) => sum + count, 0)
  const rest = countries.length - shownAtFirst
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h4">Countries</Title>
      <Text size="sm" c="dimmed" mb="sm">By the IP addresses of visitors whose forms are proven.</Text>
      {countries.length === 0 ? <Text size="sm">None is known yet.</Text> : (
        <BarTable label="Countries">
          {(isWhole ? countries : countries.slice(0, shownAtFirst)).map(({ count, why }) => (
            <BarRow
              key={why}
              label={countryName(why)}
              count={count}
              all={all}
              color={chartColours.amount}
            />
          ))}
        </BarTable>
      )}
      {rest > 0 && !isWhole && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={() => setWhole(true)}>
          {countText(rest)} more
        </Button>
      )}
    </Paper>
  )
}

const countryName = (code: string): string => {
  try {
    return new Intl.DisplayNames("en-GB", { type: "region" }).of(code) ?? code
  } catch {
    return code
  }
}
