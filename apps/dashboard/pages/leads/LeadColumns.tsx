import { Flex, Text } from "@mantine/core"
import type { ApiResponse } from "../../api/Client.ts"
import { useMe } from "../../api/Me.ts"
import cards from "../../parts/tables/Cards.module.css"
import { type Column, EmptyCell } from "../../parts/tables/DataTable.tsx"
import { BreakableText } from "../../parts/text/BreakableText.tsx"
import { DateTimeCell, Instant } from "../../parts/text/Instant.tsx"
import { Count } from "../../parts/text/Numbers.tsx"
import { StatusBadge } from "../../parts/text/StatusBadge.tsx"
import { leadVerdictLabels } from "../../shared/leads/LeadVerdictLabels.ts"
import { categoryLabel } from "../../shared/requests/CodeLabels.ts"
import { revealInvisible, shorten } from "../../shared/requests/Subject.ts"
import { formName, missingSenderText } from "./LeadTexts.ts"

export type Lead = ApiResponse<"leads", "list">["items"][number]

const [onCard, inColumn] = [cards["onCard"] ?? "", cards["inColumn"] ?? ""]

/** Column of verdicts. On a card, the risk score is next to the verdict. */
const verdictColumn: Column<Lead> = {
  title: "Verdict",
  render: ({ riskScore, verdict }) => (
    <Flex gap={8} align="baseline">
      <StatusBadge tone={leadVerdictLabels[verdict].tone}>{leadVerdictLabels[verdict].title}</StatusBadge>
      <Text span inherit className={onCard} style={{ whiteSpace: "nowrap" }}>
        Risk <Count value={riskScore} />
      </Text>
    </Flex>
  ),
  width: 105
}
const riskColumn: Column<Lead> = {
  title: "Risk",
  render: ({ riskScore }) => <Count value={riskScore} />,
  isNumber: true,
  width: 60
}
const markColumn: Column<Lead> = { title: "Mark", render: (lead) => <MarkBadge mark={lead.mark} />, width: 115 }

/** Columns of the narrow list next to an open lead. The panel shows the other properties. */
export const narrowLeadColumns: ReadonlyArray<Column<Lead>> = [
  { title: "From", render: (lead) => <Sender lead={lead} isTimed />, isLong: true },
  verdictColumn,
  riskColumn,
  markColumn
]

/** Columns of the full-width list. */
export const leadColumns: ReadonlyArray<Column<Lead>> = [
  {
    title: "From",
    render: (lead) => <Sender lead={lead} />,
    isLong: true,
    width: 215,
    card: { line: 1, side: "start" }
  },
  { title: "Analyzed", render: ({ at }) => <DateTimeCell at={at} />, width: 155, card: { line: 2, side: "end" } },
  {
    title: "Form",
    render: (lead) => formName(lead) ?? <EmptyCell />,
    isLong: true,
    width: 130,
    card: "none"
  },
  { ...verdictColumn, card: { line: 2, side: "start" } },
  { ...riskColumn, card: "none" },
  {
    title: "Findings",
    render: (lead) => <Categories lead={lead} />,
    isLong: true,
    card: { line: 3, side: "start" }
  },
  { ...markColumn, card: { line: 4, side: "start" } }
]

/** Lists the categories of a lead. On a card, the form name precedes them. */
const Categories = ({ lead }: { readonly lead: Lead }) => {
  const form = formName(lead)
  const categories = lead.categories.map(categoryLabel).join(", ")
  return (
    <>
      <span className={onCard}>{[form, categories].filter((part) => part !== null && part !== "").join(" · ")}</span>
      <span className={inColumn}>{categories === "" ? <EmptyCell /> : categories}</span>
    </>
  )
}

const Sender = ({ isTimed = false, lead }: { readonly lead: Lead; readonly isTimed?: boolean }) => {
  const { server } = useMe()
  return (
    <>
      {lead.sender === null
        ? <Text span inherit c="dimmed">{missingSenderText(server)}</Text>
        : <BreakableText text={shorten(revealInvisible(lead.sender))} />}
      {isTimed && (
        <Text size="xs" c="dimmed">
          <Instant at={lead.at} isExact />
        </Text>
      )}
    </>
  )
}

/** Badge that shows how a user marked the lead. */
const MarkBadge = ({ mark }: { readonly mark: "spam" | "ham" | null }) =>
  mark === null ? <EmptyCell /> : (
    <>
      <Text span size="sm" mr={6} className={onCard}>Marked as</Text>
      <StatusBadge tone={mark === "spam" ? "bad" : "good"}>{mark === "spam" ? "Spam" : "Not spam"}</StatusBadge>
    </>
  )
