import { Anchor, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { Link } from "wouter"
import cards from "../../parts/Cards.module.css"
import type { Column } from "../../parts/DataTable.tsx"
import { countText, shortInstantText, signedText } from "../../parts/Formats.ts"
import classes from "../../parts/Parts.module.css"
import type { Spending } from "../../shared/credits/ByRequest.ts"
import { stateSaid } from "../../shared/credits/Statement.ts"
import { operationName } from "../../shared/requests/Operations.ts"
import { When } from "../../shared/requests/When.tsx"

/** One line for each request: what it was, what it cost, and what was left. */
export const requestColumns: ReadonlyArray<Column<Spending>> = [
  { title: "When", of: ({ at }) => <When at={at} />, width: 170, card: { line: 2, side: "start" } },
  { title: "For", of: (spending) => <For {...spending} />, isLong: true, card: { line: 1, side: "start" } },
  {
    title: "Credits",
    of: ({ change }) => (
      <Text span inherit fw={600} className={classes["figures"] ?? ""}>
        {change === 0 ? "0" : signedText(change)}
      </Text>
    ),
    isNumber: true,
    width: 110,
    card: { line: 1, side: "end" }
  },
  {
    title: "Left",
    of: ({ availableAfter }) => (
      <span className={classes["figures"]}>
        {countText(availableAfter)}
        <span className={cards["onCard"]}>&nbsp;left</span>
      </span>
    ),
    isNumber: true,
    width: 110,
    card: { line: 2, side: "end" }
  }
]

const For = ({ at, note, requestId, state }: Spending): ReactNode => {
  const more = stateSaid(state)
  if (requestId === null) {
    return (
      <>
        {more}
        {note !== "" && <Text span inherit c="dimmed">: {note}</Text>}
      </>
    )
  }
  const text = note === "" ? "Request" : operationName(note)
  return (
    <>
      <Anchor
        component={Link}
        href={`/requests/${requestId}`}
        inherit
        underline="always"
        aria-label={`${text}, the request of ${shortInstantText(at)}`}
      >
        {text}
      </Anchor>
      {more !== "" && <Text span inherit c="dimmed">, {more}</Text>}
    </>
  )
}
