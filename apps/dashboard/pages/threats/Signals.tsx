import { Stack, Table, Text, Title } from "@mantine/core"
import { scoreMax } from "../../../../core/scoring/Band.ts"
import { triageUrgencies } from "../../../../core/scoring/Bands.ts"
import { ScoreScale } from "../../shared/leads/ScoreScale.tsx"
import type { Submission } from "./SubmissionWords.ts"
import { shareText, sumNote, urgencyWords } from "./UrgencyWords.ts"

/** What the automatic check saw of a reported link, what each signal counts for, and where that puts it on the scale. */
export const Signals = ({ submission: { triageReasons, triageRisk } }: { readonly submission: Submission }) => {
  const note = sumNote(triageReasons, triageRisk)
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">What the automatic check saw</Title>
      <ScoreScale
        score={triageRisk}
        bands={triageUrgencies}
        words={urgencyWords}
        label="Urgency, higher is more urgent"
      />
      {triageReasons.length > 0 && (
        <Table aria-label="Signals" verticalSpacing={6} horizontalSpacing={0} withRowBorders={false}>
          <Table.Tbody>
            {triageReasons.map((reason) => (
              <Table.Tr key={reason.code}>
                <Table.Td style={{ overflowWrap: "anywhere" }}>
                  {reason.message === "" ? reason.code : reason.message}
                </Table.Td>
                <Table.Td ta="right" pl="md" style={figures}>{shareText(reason)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
          <Table.Tfoot style={{ borderTop: "1px solid var(--mantine-color-default-border)" }}>
            <Table.Tr>
              <Table.Th>Urgency</Table.Th>
              <Table.Th ta="right" style={figures}>{triageRisk} of {scoreMax}</Table.Th>
            </Table.Tr>
          </Table.Tfoot>
        </Table>
      )}
      <Text size="sm" c="dimmed">
        {triageReasons.length === 0 && "Nothing stands out. "}
        {note !== null && `${note} `}
        Urgency orders the queue and is no verdict: look at who would be hurt by the link.
      </Text>
    </Stack>
  )
}

const figures = { fontVariantNumeric: "tabular-nums", whiteSpace: "nowrap", verticalAlign: "top" } as const
