import { Button, Group, Text } from "@mantine/core"
import { IconCoins } from "@tabler/icons-react"
import type { ReactNode } from "react"
import { useApi } from "../../../api/Hooks.ts"
import { creditsText } from "../../../parts/text/Formats.ts"

interface CostProps {
  /** A sentence that states the price. */
  readonly children: ReactNode
  /** Price in credits, if known in advance. A price above the balance shows a warning. Free requests do not show the balance. */
  readonly credits?: number
}

/** States the price of a request and the available balance before it is sent. */
export const Cost = ({ children, credits = 0 }: CostProps) => {
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
  /** Texts that a button fills in. */
  readonly texts: ReadonlyArray<string>
  readonly onChoose: (text: string) => void
}

/** Sample inputs. A button fills one in without sending a request. */
export const Samples = ({ onChoose, texts }: SamplesProps) => (
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
