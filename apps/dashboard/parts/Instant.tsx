import { Tooltip } from "@mantine/core"
import { useSyncExternalStore } from "react"
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

const nowKnown = () => now

/** The time, every half a minute: one clock for the whole page. */
export const useNow = (): number => useSyncExternalStore(subscribe, nowKnown, nowKnown)

interface Props {
  /** Milliseconds since 1970. Null is said as `never`. */
  readonly at: number | null
  readonly never?: string
  /** The date and time itself, in place of how long ago that is. */
  readonly isExact?: boolean
  /** The seconds of an exact one as well. */
  readonly hasSeconds?: boolean
}

/** `3 hours ago`, with the exact time in the reader's zone on hover. */
export const Instant = ({ at, hasSeconds = false, isExact = false, never = "never" }: Props) => {
  const now = useNow()
  if (at === null) return <span>{never}</span>
  const said = !isExact ? relativeText(at, now) : hasSeconds ? instantText(at) : shortInstantText(at)
  return (
    <Tooltip label={isExact ? `${instantText(at)}, ${relativeText(at, now)}` : `${instantText(at)} (${zoneName()})`}>
      <time dateTime={new Date(at).toISOString()}>{said}</time>
    </Tooltip>
  )
}
