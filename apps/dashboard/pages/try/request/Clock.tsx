import { useEffect, useState } from "react"

/** Returns the current time, updated at an interval while `isTicking` is true. */
export const useCurrentTime = (isTicking: boolean, everyMillis = 250): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!isTicking) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), everyMillis)
    return () => clearInterval(timer)
  }, [isTicking, everyMillis])
  return now
}

/** Formats a time in seconds, rounded up: `12 seconds`, `1 second`. */
export const secondsText = (millis: number): string => {
  const seconds = Math.max(0, Math.ceil(millis / 1_000))
  return `${seconds} ${seconds === 1 ? "second" : "seconds"}`
}

/** Formats the elapsed time: `4.2 s`. */
export const elapsedText = (millis: number): string => `${(Math.max(0, millis) / 1_000).toFixed(1)} s`
