import { useQueryClient } from "@tanstack/react-query"
import { useEffect, useRef, useState } from "react"
import { type Failure, failureOf } from "../../api/Failure.ts"
import { type Tries, type TryAnswer, tryIt } from "../../api/TryIt.ts"
import { askPatiently, isStop, waitMillis } from "./WaitTurn.ts"

interface Tried<Path extends keyof Tries> {
  readonly isRunning: boolean
  /** When a refused request is asked again; null where none waits. */
  readonly goesOnAt: number | null
  /** What was asked last, and what came of it. */
  readonly asked: Tries[Path]["asked"] | null
  readonly answer: TryAnswer<Tries[Path]["answer"]> | null
  readonly failure: Failure | null
}

/** What a try may change: balance, history and leads are asked for again. */
const changedGroups = ["credits", "overview", "requests", "leads", "threats"] as const

/** Asks for those anew. */
export const useTold = () => {
  const client = useQueryClient()
  return () => {
    for (const group of changedGroups) void client.invalidateQueries({ queryKey: [group] })
  }
}

/** One endpoint of the public API, asked by a form. */
export const useTry = <Path extends keyof Tries>(path: Path) => {
  const tell = useTold()
  const [tried, setTried] = useState<Tried<Path>>({
    isRunning: false,
    goesOnAt: null,
    asked: null,
    answer: null,
    failure: null
  })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const run = async (asked: Tries[Path]["asked"]) => {
    running.current?.abort()
    const stop = new AbortController()
    running.current = stop
    setTried({ isRunning: true, goesOnAt: null, asked, answer: null, failure: null })
    const end = (how: Partial<Tried<Path>>) => {
      if (running.current !== stop) return
      running.current = null
      setTried({ isRunning: false, goesOnAt: null, asked, answer: null, failure: null, ...how })
    }
    try {
      const answer = await askPatiently(path, asked, { signal: stop.signal }, {
        ask: tryIt,
        wait: waitMillis,
        onWait: (seconds) => {
          if (running.current === stop) setTried((was) => ({ ...was, goesOnAt: Date.now() + seconds * 1_000 }))
        }
      })
      end({ answer })
      tell()
    } catch (failure) {
      end(isStop(failure) ? {} : { failure: failureOf(failure) })
    }
  }
  return { ...tried, run: (asked: Tries[Path]["asked"]) => void run(asked), stop: () => running.current?.abort() }
}

/** Sentences by field, where an answer of the API names fields (contract, section 7.1). */
export const fieldWords = (answer: TryAnswer<unknown> | null): Readonly<Record<string, string>> => {
  if (answer === null || answer.isDone) return {}
  try {
    const { errors } = JSON.parse(answer.text) as { readonly errors?: Readonly<Record<string, ReadonlyArray<string>>> }
    return Object.fromEntries(
      Object.entries(errors ?? {}).flatMap(([field, [first]]) => typeof first === "string" ? [[field, first]] : [])
    )
  } catch {
    return {}
  }
}
