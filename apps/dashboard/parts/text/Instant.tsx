import { Text, Tooltip } from "@mantine/core"
import { useEffect, useRef, useState, useSyncExternalStore } from "react"
import { instantText, relativeText, shortInstantText, zoneName } from "./Formats.ts"

const tickMillis = 30_000

let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, tickMillis)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const currentTime = () => now

/** Returns the current time, updated every 30 seconds by one clock for the whole page. */
export const useNow = (): number => useSyncExternalStore(subscribe, currentTime, currentTime)

interface Props {
  /** Milliseconds since 1970. If null, the text of `never` is shown. */
  readonly at: number | null
  readonly never?: string
  /** Whether to show the date and time instead of the relative time. */
  readonly isExact?: boolean
  /** Whether to show the seconds of an exact time. */
  readonly hasSeconds?: boolean
  /** Whether to show the time zone after an exact time, for pages that do not name it. */
  readonly isZoned?: boolean
}

/**
 * Shows a relative time, such as `3 hours ago`. The exact time in the reader's time zone appears on hover, touch or
 * keyboard focus. In a table, focusing a row shows the exact times of that row, so that times are not separate tab
 * stops.
 */
export const Instant = ({ at, hasSeconds = false, isExact = false, isZoned = false, never = "never" }: Props) => {
  const now = useNow()
  const [isRowFocused, setRowFocused] = useState(false)
  const [isInRow, setInRow] = useState(false)
  const element = useRef<HTMLTimeElement>(null)
  const isRelative = !isExact && at !== null
  useEffect(() => {
    const row = isRelative ? element.current?.closest<HTMLElement>("tr[tabindex]") : null
    setInRow(row !== null && row !== undefined)
    if (row === null || row === undefined) return
    const updateFocus = () => setRowFocused(row.matches(":focus-visible"))
    row.addEventListener("focus", updateFocus)
    row.addEventListener("blur", updateFocus)
    return () => {
      row.removeEventListener("focus", updateFocus)
      row.removeEventListener("blur", updateFocus)
    }
  }, [isRelative])
  if (at === null) return <span>{never}</span>
  const text = !isExact ? relativeText(at, now) : hasSeconds ? instantText(at) : shortInstantText(at)
  const fullText = `${instantText(at)} (${zoneName()})`
  return (
    <Tooltip
      label={isExact ? `${fullText}, ${relativeText(at, now)}` : fullText}
      events={{ hover: true, focus: true, touch: true }}
      {...isRowFocused ? { opened: true } : {}}
    >
      <time
        ref={element}
        dateTime={new Date(at).toISOString()}
        {...isExact || isInRow ? {} : { tabIndex: 0 }}
      >
        {isZoned && isExact ? `${text} (${zoneName()})` : text}
      </time>
    </Tooltip>
  )
}

/** Date and time for a table column, on one line. The seconds appear on hover. */
export const DateTimeCell = ({ at }: { readonly at: number }) => (
  <Text span inherit style={{ whiteSpace: "nowrap" }}>
    <Instant at={at} isExact />
  </Text>
)
