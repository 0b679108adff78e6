import { Anchor, Button, Center, Stack, Text, ThemeIcon, Title } from "@mantine/core"
import { IconInbox } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { Link } from "wouter"

/** Action of an empty state: a link to another page, or a button. */
type Action = {
  /** Label that starts with a verb: `Create a key`. */
  readonly label: string
  readonly icon?: ReactNode
} & ({ readonly href: string } | { readonly onClick: () => void })

interface Props {
  readonly title: string
  readonly children?: ReactNode
  readonly icon?: ReactNode
  /** Main action, shown as a button. */
  readonly action?: Action | undefined
  /** Alternative action, shown as a link. */
  readonly secondaryAction?: Action | undefined
}

/** Replaces an empty list. Explains what to do next, with at most one button and one link. */
export const EmptyState = ({ secondaryAction, children, icon, action, title }: Props) => (
  <Center py="xl" px="md">
    <Stack align="center" gap="xs" maw={460} miw={0}>
      <ThemeIcon variant="light" size={48} radius="xl" aria-hidden>{icon ?? <IconInbox size={24} />}</ThemeIcon>
      <Title order={2} size="h4" ta="center">{title}</Title>
      {children !== undefined && <Text component="div" c="dimmed" ta="center" size="sm" maw="100%">{children}</Text>}
      {action !== undefined && <ActionButton {...action} />}
      {secondaryAction !== undefined && <ActionLink {...secondaryAction} />}
    </Stack>
  </Center>
)

const ActionButton = (action: Action) =>
  "href" in action
    ? <Button component={Link} href={action.href} leftSection={action.icon} mt={4}>{action.label}</Button>
    : <Button onClick={action.onClick} leftSection={action.icon} mt={4}>{action.label}</Button>

const ActionLink = (action: Action) =>
  "href" in action
    ? <Anchor component={Link} href={action.href} size="sm">{action.label}</Anchor>
    : <Anchor component="button" type="button" onClick={action.onClick} size="sm">{action.label}</Anchor>
