import { useEffect, useRef, useState } from "react"
import { tryIt } from "../../api/TryIt.ts"
import { nothingChecked, runBatches, type RunEnd, type RunState } from "./RunBatches.ts"
import { useTold } from "./UseTry.ts"
import { waitMillis } from "./WaitTurn.ts"

interface AddressRun {
  readonly addresses: ReadonlyArray<string>
  readonly state: RunState
  /** Null while it is under way, and before. */
  readonly end: RunEnd | null
  readonly goesOnAt: number | null
}

const notYet: AddressRun = { addresses: [], state: nothingChecked, end: null, goesOnAt: null }

/** A list that is checked batch by batch: it can be stopped, and go on from there. */
export const useAddressRun = () => {
  const tell = useTold()
  const [run, setRun] = useState(notYet)
  const running = useRef<AbortController | null>(null)
  const id = useRef("")
  useEffect(() => () => running.current?.abort(), [])

  const go = async (addresses: ReadonlyArray<string>, before: RunState) => {
    const stop = new AbortController()
    running.current = stop
    setRun({ addresses, state: before, end: null, goesOnAt: null })
    const update = (change: Partial<AddressRun>) => {
      if (running.current === stop) setRun((was) => ({ ...was, ...change }))
    }
    const end = await runBatches(
      addresses,
      before,
      (from) => `dashboard-${id.current}-${from}`,
      stop.signal,
      (state) => update({ state, goesOnAt: null }),
      { ask: tryIt, wait: waitMillis, onWait: (seconds) => update({ goesOnAt: Date.now() + seconds * 1_000 }) }
    )
    update({ end, goesOnAt: null })
    if (running.current === stop) running.current = null
    tell()
  }

  return {
    ...run,
    isRunning: run.addresses.length > 0 && run.end === null,
    start: (addresses: ReadonlyArray<string>) => {
      id.current = crypto.randomUUID()
      void go(addresses, nothingChecked)
    },
    /** From where it stands. */
    goOn: () => void go(run.addresses, run.state),
    stop: () => running.current?.abort(),
    clear: () => {
      running.current?.abort()
      running.current = null
      setRun(notYet)
    }
  }
}
