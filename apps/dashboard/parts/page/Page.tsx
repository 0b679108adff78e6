import { Box, Group, Stack, Text, Title } from "@mantine/core"
import { type ReactNode, useEffect, useRef } from "react"
import { zoneName } from "../text/Formats.ts"
import classes from "./Page.module.css"

interface Props {
  /** Text of the heading. In the browser tab, the product name follows it. */
  readonly title: string
  /** Sentence below the heading. */
  readonly description?: ReactNode
  /** Buttons next to the heading. */
  readonly actions?: ReactNode
  /** Whether the actions are hidden on a phone, because the page shows them elsewhere. */
  readonly hidesActionsOnPhone?: boolean
  /** Whether the heading is visually hidden on a phone, because an open item has its own heading. */
  readonly hidesHeadingOnPhone?: boolean
  /** Whether the page shows exact times. If so, the page names the time zone once. */
  readonly showsTimeZone?: boolean
  readonly children: ReactNode
}

/** Flex value of the description. Buttons fit next to it if at least 420 pixels remain for its lines. */
const descriptionFlex = "1 1 420px"

let hasShownPage = false

/** Page with a heading. After navigation, the heading takes the focus, so that screen readers start there. */
export const Page = (
  {
    description,
    actions,
    hidesActionsOnPhone = false,
    children,
    showsTimeZone = false,
    hidesHeadingOnPhone = false,
    title
  }: Props
) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Gatehouse`
  }, [title])
  useEffect(() => {
    if (hasShownPage) heading.current?.focus({ preventScroll: true })
    hasShownPage = true
  }, [])
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" className={hidesHeadingOnPhone ? classes["quiet"] ?? "" : ""}>
        <Box {...description === undefined ? {} : { flex: descriptionFlex }}>
          <Title
            order={1}
            size="h2"
            ref={heading}
            tabIndex={-1}
            data-page-title
            style={{ overflowWrap: "anywhere" }}
          >
            {title}
          </Title>
          {description !== undefined && (
            <Text component="div" c="dimmed" size="sm" maw={720}>
              {description}
              {showsTimeZone && ` Times in ${zoneName()}.`}
            </Text>
          )}
        </Box>
        {actions !== undefined && (
          <Group gap="xs" {...hidesActionsOnPhone ? { visibleFrom: "xs" } : {}}>{actions}</Group>
        )}
      </Group>
      {children}
    </Stack>
  )
}
