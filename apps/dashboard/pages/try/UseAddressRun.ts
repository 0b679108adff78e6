import { type Kept, kept, useKept } from "../../api/Kept.ts"
import { tryIt } from "../../api/TryIt.ts"
import { holdPage } from "../../parts/HoldPage.ts"
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

/** A list that is checked batch by batch: it can be stopped, and go on from there. It goes on while another page is shown. */
export const useAddressRun = () => {
  const tell = useTold()
  const run = useKept("addresses.run", () => makeAddressRun(tell))
  const shown = run.get()
  return {
    ...shown,
    isRunning: shown.addresses.length > 0 && shown.end === null,
    start: run.start,
    goOn: run.goOn,
    stop: run.end,
    clear: run.clear
  }
}

const makeAddressRun = (tell: () => void) => {
  const store: Kept<AddressRun> = kept(notYet)
  let running: AbortController | null = null
  let id = ""

  const go = async (addresses: ReadonlyArray<string>, before: RunState) => {
    const stop = new AbortController()
    running = stop
    holdPage(store, true)
    store.set({ addresses, state: before, end: null, goesOnAt: null })
    const update = (change: Partial<AddressRun>) => {
      if (running === stop) store.set((was) => ({ ...was, ...change }))
    }
    const end = await runBatches(
      addresses,
      before,
      (from) => `dashboard-${id}-${from}`,
      stop.signal,
      (state) => update({ state, goesOnAt: null }),
      { ask: tryIt, wait: waitMillis, onWait: (seconds) => update({ goesOnAt: Date.now() + seconds * 1_000 }) }
    )
    update({ end, goesOnAt: null })
    if (running === stop) {
      running = null
      holdPage(store, false)
    }
    tell()
  }

  return {
    ...store,
    start: (addresses: ReadonlyArray<string>) => {
      id = crypto.randomUUID()
      void go(addresses, nothingChecked)
    },
    /** From where it stands. */
    goOn: () => void go(store.get().addresses, store.get().state),
    end: () => running?.abort(),
    clear: () => {
      running?.abort()
      running = null
      holdPage(store, false)
      store.set(notYet)
    }
  }
}
