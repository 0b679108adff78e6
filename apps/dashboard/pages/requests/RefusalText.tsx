import { List, Stack, Text } from "@mantine/core"
import { plainly } from "../../shared/requests/Unseen.ts"

interface Props {
  readonly refusal: {
    readonly message: string
    readonly fields: ReadonlyArray<{ readonly name: string; readonly messages: ReadonlyArray<string> }>
  }
}

/** Why a request was refused, in the words of its answer. */
export const RefusalText = ({ refusal: { fields, message } }: Props) => {
  const said = fields.flatMap(({ messages, name }) => messages.map((text) => ({ name, text })))
  return (
    <Stack gap={4}>
      <Text style={{ overflowWrap: "anywhere" }}>
        <b>Why:</b> {plainly(message)}
      </Text>
      {/* Of one field the message tells all. */}
      {said.length > 1 && (
        <List size="sm" aria-label="What was said of each field" style={{ overflowWrap: "anywhere" }}>
          {said.map(({ name, text }, at) => (
            <List.Item key={at}>
              <b>{plainly(name)}</b>: {plainly(text)}
            </List.Item>
          ))}
        </List>
      )}
    </Stack>
  )
}
