import { Stack, Text } from "@mantine/core"
import { type Me, runsServer, useMe } from "../../api/Me.ts"
import { Code } from "../../parts/Code.tsx"
import { Coded } from "../../parts/Coded.tsx"

/** Who adds credits, as far as whoever reads it can tell. */
export const whoAdds = ({ account, member }: Pick<Me, "account" | "member">): string =>
  runsServer({ account, member })
    ? "Credits are added on the server, by the command line:"
    : account.isOperator
    ? "To have credits added, ask an owner of this account: it is done by the command line of the server."
    : "To have credits added, ask whoever runs this server."

const command = "gatehouse credits grant --amount 10000"

/** Who adds credits, and how. */
export const HowToAdd = () => {
  const me = useMe()
  return (
    <Stack gap={6}>
      <Text size="sm">{whoAdds(me)}</Text>
      {runsServer(me) && <Code text={command} what="command" />}
    </Stack>
  )
}

/** The same in a line, where nobody is in a hurry. */
export const HowToAddQuietly = () => {
  const me = useMe()
  return (
    <Text size="sm" c="dimmed">
      <Coded text={runsServer(me) ? `${whoAdds(me)} \`${command}\`` : whoAdds(me)} />
    </Text>
  )
}
