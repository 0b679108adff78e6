import { Text } from "@mantine/core"
import { Instant } from "../../parts/Instant.tsx"

/** Date and time in a column: on one line, with the seconds on hover. */
export const When = ({ at }: { readonly at: number }) => (
  <Text span inherit style={{ whiteSpace: "nowrap" }}>
    <Instant at={at} isExact />
  </Text>
)
