import { Center, Stack, Text, ThemeIcon, Title } from "@mantine/core"
import { IconInbox } from "@tabler/icons-react"
import type { ReactNode } from "react"

interface Props {
  readonly title: string
  /** What to do next. */
  readonly children?: ReactNode
  readonly icon?: ReactNode
  /** A button or a link. */
  readonly action?: ReactNode
}

/** Says that there is nothing, and what to do about it. */
export const Empty = ({ action, children, icon, title }: Props) => (
  <Center py="xl" px="md">
    <Stack align="center" gap="xs" maw={460}>
      <ThemeIcon variant="light" size={48} radius="xl" aria-hidden>{icon ?? <IconInbox size={24} />}</ThemeIcon>
      <Title order={2} size="h4" ta="center">{title}</Title>
      {children !== undefined && <Text component="div" c="dimmed" ta="center" size="sm">{children}</Text>}
      {action}
    </Stack>
  </Center>
)
