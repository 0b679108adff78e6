import { Box, Group } from "@mantine/core"
import type { ReactNode } from "react"

/** For a field's `inputContainer`: a button beside the input itself, wherever an error below it ends. */
export const besideInput = (button: ReactNode) => (input: ReactNode) => (
  <Group gap="xs" wrap="nowrap">
    <Box flex={1} miw={0}>{input}</Box>
    {button}
  </Group>
)
