import { Button, Group, Text } from "@mantine/core"

interface Props {
  /** What a press fills in. */
  readonly texts: ReadonlyArray<string>
  readonly onChoose: (text: string) => void
}

/** Something to begin with, for whoever has nothing at hand: a press fills it in, and asks nothing. */
export const Samples = ({ onChoose, texts }: Props) => (
  <Group gap="xs">
    <Text size="sm" c="dimmed">Fill in an example:</Text>
    {texts.map((text) => (
      <Button
        key={text}
        variant="default"
        size="compact-sm"
        fw={400}
        h="auto"
        py={2}
        maw="100%"
        styles={{ label: { whiteSpace: "normal", overflowWrap: "anywhere" } }}
        onClick={() => onChoose(text)}
      >
        {text}
      </Button>
    ))}
  </Group>
)
