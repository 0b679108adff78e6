import { Anchor, Button, Center, Stack, Text, ThemeIcon, Title } from "@mantine/core"
import { IconInbox } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { Link } from "wouter"

/** Something that can be done: by going somewhere, or here. */
type Way = {
  /** With a verb in front: `Create a key`. */
  readonly label: string
  readonly icon?: ReactNode
} & ({ readonly href: string } | { readonly onClick: () => void })

interface Props {
  readonly title: string
  /** What to do next. */
  readonly children?: ReactNode
  readonly icon?: ReactNode
  /** The one thing to do next. */
  readonly next?: Way | undefined
  /** Another, for whoever wants that. */
  readonly also?: Way | undefined
}

/** Says that there is nothing, and what to do about it: one button, and at most a quiet link. */
export const Empty = ({ also, children, icon, next, title }: Props) => (
  <Center py="xl" px="md">
    <Stack align="center" gap="xs" maw={460} miw={0}>
      <ThemeIcon variant="light" size={48} radius="xl" aria-hidden>{icon ?? <IconInbox size={24} />}</ThemeIcon>
      <Title order={2} size="h4" ta="center">{title}</Title>
      {children !== undefined && <Text component="div" c="dimmed" ta="center" size="sm" maw="100%">{children}</Text>}
      {next !== undefined && <Next {...next} />}
      {also !== undefined && <Also {...also} />}
    </Stack>
  </Center>
)

const Next = (way: Way) =>
  "href" in way
    ? <Button component={Link} href={way.href} leftSection={way.icon} mt={4}>{way.label}</Button>
    : <Button onClick={way.onClick} leftSection={way.icon} mt={4}>{way.label}</Button>

const Also = (way: Way) =>
  "href" in way
    ? <Anchor component={Link} href={way.href} size="sm">{way.label}</Anchor>
    : <Anchor component="button" type="button" onClick={way.onClick} size="sm">{way.label}</Anchor>
