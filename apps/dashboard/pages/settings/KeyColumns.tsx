import { Button, Text } from "@mantine/core"
import type { Column } from "../../parts/tables/DataTable.tsx"
import { Instant } from "../../parts/text/Instant.tsx"

/** Fields that API keys and management keys have in common. */
interface ListedKey {
  readonly name: string
  readonly lastFour: string
  readonly lastUsedAt: number | null
  readonly revokedAt: number | null
}

/** Columns that identify a key: its name and its last characters. */
export const identityColumns: ReadonlyArray<Column<ListedKey>> = [
  {
    title: "Name",
    render: ({ name }) => <Text size="sm" fw={600} lineClamp={2}>{name}</Text>,
    isLong: true,
    card: { line: 1, side: "start" }
  },
  {
    title: "Last characters",
    render: ({ lastFour }) => <Text size="sm" ff="monospace">…{lastFour}</Text>,
    card: { line: 2, side: "start", isTitled: true }
  }
]

/**
 * Last use of a key, and the button that revokes it.
 *
 * @param line line of the card that shows both
 */
export const lastUseColumns = <Key extends ListedKey>(
  line: 3 | 4,
  onRevoke: (key: Key) => void
): ReadonlyArray<Column<Key>> => [
  {
    title: "Last used",
    render: ({ lastUsedAt }) => <Instant at={lastUsedAt} />,
    width: 140,
    card: { line, side: "start", isTitled: true }
  },
  {
    title: "",
    render: (key) =>
      key.revokedAt !== null ? null : (
        <Button
          size="compact-sm"
          variant="outline"
          color="red"
          aria-label={`Revoke key ${key.name}`}
          onClick={() => onRevoke(key)}
        >
          Revoke key
        </Button>
      ),
    card: { line, side: "end" }
  }
]
