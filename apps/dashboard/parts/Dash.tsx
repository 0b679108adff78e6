import { Text } from "@mantine/core"

/** Nothing, where a column needs something; on the card of a phone nothing is nothing. */
export const Dash = () => <Text span size="sm" c="dimmed" visibleFrom="sm">–</Text>
