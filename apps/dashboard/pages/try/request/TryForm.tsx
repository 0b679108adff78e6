import { Button, Group, Text } from "@mantine/core"
import { IconCoins } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { useApi } from "../../../api/Hooks.ts"
import { creditsText } from "../../../parts/text/Formats.ts"

interface CostProps {
  /** Sentence that states the price. */
  readonly children: ReactNode
  /**
   * Price in credits; 0 for a free request. If it is nonzero, the balance is shown, with a warning if it is too low.
   */
  readonly credits?: number
}

/** States the price of a request before the user sends it, with the available balance. */
export const RequestPrice = ({ children, credits = 0 }: CostProps) => {
  const balance = useApi("credits", "balance")
  const available = balance.data?.available
  const isShort = available !== undefined && credits > available
  return (
    <Group gap={6} wrap="nowrap" align="flex-start">
      <IconCoins
        size={16}
        aria-hidden
        color="var(--mantine-color-dimmed)"
        style={{ flex: "none", marginTop: 2 }}
      />
      <Text size="sm" c={isShort ? "red" : "dimmed"} mih={22}>
        {children} {available !== undefined && credits > 0 && `Balance: ${creditsText(available)}.`}{" "}
        {isShort && "Not enough credits."}
      </Text>
    </Group>
  )
}

export const chargedText = (charged: number | null): string =>
  charged === null ? "Cost unknown" : charged === 0 ? "No credits spent" : `${creditsText(charged)} spent`

interface SamplesProps {
  /** Sample texts that the buttons fill in. */
  readonly texts: ReadonlyArray<string>
  readonly onChoose: (text: string) => void
}

/** Buttons that fill in sample texts without sending a request. */
export const SampleButtons = ({ onChoose, texts }: SamplesProps) => (
  <Group gap="xs">
    <Text size="sm" c="dimmed">Examples:</Text>
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
