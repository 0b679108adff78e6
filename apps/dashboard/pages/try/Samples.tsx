import { Anchor, Group, Text } from "@mantine/core"

interface Props {
  /** What a press fills in. */
  readonly texts: ReadonlyArray<string>
  readonly onChoose: (text: string) => void
}

/** Something to begin with, for whoever has nothing at hand: a press fills it in, and asks nothing. */
export const Samples = ({ onChoose, texts }: Props) => (
  <Group gap="xs">
    <Text size="sm" c="dimmed">For example:</Text>
    {texts.map((text) => (
      <Anchor
        key={text}
        component="button"
        type="button"
        size="sm"
        ta="left"
        style={{ overflowWrap: "anywhere" }}
        onClick={() => onChoose(text)}
      >
        {text}
      </Anchor>
    ))}
  </Group>
)
