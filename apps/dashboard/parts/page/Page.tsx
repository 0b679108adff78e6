import { Box, Group, Stack, Text, Title } from "@mantine/core"
import { type ReactNode, useEffect, useRef } from "react"
import { zoneName } from "../text/Formats.ts"
import classes from "./Page.module.css"

interface Props {
  /** In the heading and, with the product behind it, in the browser's tab. */
  readonly title: string
  /** A sentence below the heading. */
  readonly about?: ReactNode
  /** Buttons beside the heading. */
  readonly actions?: ReactNode
  /** On a phone they stand elsewhere. */
  readonly areActionsWide?: boolean
  /** On a phone its heading is for screen readers alone: one thing of the page is open, and has its own. */
  readonly isHeadQuiet?: boolean
  /** Exact times stand on it: it says once of which zone they are. */
  readonly hasTimes?: boolean
  readonly children: ReactNode
}

/** It makes room for buttons beside it until its lines would be short. */
const aboutFlex = "1 1 420px"

let hasShownOne = false

/** A page: its heading takes the focus when somebody navigates to it, so that a screen reader begins there. */
export const Page = (
  { about, actions, areActionsWide = false, children, hasTimes = false, isHeadQuiet = false, title }: Props
) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Gatehouse`
  }, [title])
  useEffect(() => {
    if (hasShownOne) heading.current?.focus({ preventScroll: true })
    hasShownOne = true
  }, [])
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="flex-start" className={isHeadQuiet ? classes["quiet"] ?? "" : ""}>
        <Box {...about === undefined ? {} : { flex: aboutFlex }}>
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
          {about !== undefined && (
            <Text component="div" c="dimmed" size="sm" maw={720}>
              {about}
              {hasTimes && ` Times in ${zoneName()}.`}
            </Text>
          )}
        </Box>
        {actions !== undefined && <Group gap="xs" {...areActionsWide ? { visibleFrom: "xs" } : {}}>{actions}</Group>}
      </Group>
      {children}
    </Stack>
  )
}
