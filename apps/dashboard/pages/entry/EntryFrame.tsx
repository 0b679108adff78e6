import { Center, Group, Paper, Stack, Text, Title } from "@mantine/core"
import { IconShieldLock } from "@tabler/icons-react"
import { type ReactNode, useEffect } from "react"

interface Props {
  readonly title: string
  readonly description?: ReactNode
  readonly children: ReactNode
}

/** Layout of the pages that need no session. */
export const EntryFrame = ({ description, children, title }: Props) => {
  useEffect(() => {
    document.title = `${title} · Gatehouse`
  }, [title])
  return (
    // Aligns the content to the top, so that content added below does not move it.
    <Center component="main" p="md" pt="clamp(1.5rem, 14vh, 9rem)">
      <Stack w="100%" maw={420}>
        <Stack align="center" gap={4}>
          <Group gap={6} mb="xs">
            <IconShieldLock size={22} color="var(--selected)" aria-hidden />
            <Text fw={700}>Gatehouse</Text>
          </Group>
          <Title order={1} size="h2" ta="center">{title}</Title>
          {description !== undefined && <Text component="div" c="dimmed" size="sm" ta="center">{description}</Text>}
        </Stack>
        <Paper withBorder p="lg">{children}</Paper>
      </Stack>
    </Center>
  )
}
