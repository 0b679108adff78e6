import { Anchor, Group, Text } from "@mantine/core"
import type { ReactNode } from "react"
import { Link } from "wouter"
import type { Column } from "../../parts/DataTable.tsx"
import { shortInstantText, signedText } from "../../parts/Formats.ts"
import { Count } from "../../parts/Numbers.tsx"
import classes from "../../parts/Parts.module.css"
import type { Line } from "../../shared/credits/ByRequest.ts"
import { bucketName, entriesSaid, type Entry, isOfRequest, kindName } from "../../shared/credits/Statement.ts"
import { operationName } from "../../shared/requests/Operations.ts"
import { When } from "../../shared/requests/When.tsx"

/** Every movement with its two entries. */
export const entryColumns: ReadonlyArray<Column<Line>> = [
  { title: "When", of: ({ at }) => <When at={at} />, width: 160, card: { line: 2, side: "end" } },
  { title: "What", of: ({ kind }) => kindName(kind), width: 115, card: { line: 1, side: "start" } },
  { title: "For", of: (line) => <For {...line} />, isLong: true, card: { line: 2, side: "start" } },
  {
    title: "Out of",
    of: (line) => <EntrySaid {...entriesSaid(line).out} />,
    width: 160,
    card: { line: 3, side: "start" }
  },
  {
    title: "Into",
    of: (line) => <EntrySaid {...entriesSaid(line).into} />,
    width: 160,
    card: { line: 3, side: "end" }
  },
  {
    title: "Available after",
    of: ({ availableAfter }) => <Count value={availableAfter} />,
    isNumber: true,
    width: 125,
    card: { line: 1, side: "end", isTitled: true }
  },
  {
    title: "Set aside after",
    of: ({ heldAfter }) => <Count value={heldAfter} />,
    isNumber: true,
    width: 125,
    card: "none"
  }
]

/** A place of credits and what a movement does to it, the figures below one another; what can be spent is what people look for. */
const EntrySaid = ({ amount, bucket }: Entry) => (
  <Group justify="space-between" wrap="nowrap" gap="xs">
    <span>{bucketName(bucket)}</span>
    <Text span inherit className={classes["figures"] ?? ""} fw={bucket === "available" ? 600 : 400}>
      {signedText(amount)}
    </Text>
  </Group>
)

const For = ({ at, kind, note, requestId }: Line): ReactNode => {
  // What was spent names its operation; of a refund or a grant the note is somebody's words.
  const text = note === "" ? "–" : asSentence(operationName(note))
  return isOfRequest(kind)
    ? (
      <Anchor
        component={Link}
        href={`/requests/${requestId}`}
        inherit
        underline="always"
        aria-label={`${note === "" ? kindName(kind) : text}, the request of ${shortInstantText(at)}`}
      >
        {text}
      </Anchor>
    )
    : text
}

const asSentence = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
