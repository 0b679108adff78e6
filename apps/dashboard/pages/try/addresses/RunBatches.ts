import type { BulkEmailResult } from "../../../../../adapters/http/api/Emails.ts"
import { bulkEmailsMax } from "../../../../../core/emails/BulkLimit.ts"
import { decodeFailure } from "../../../api/Failure.ts"
import { callPublicApi } from "../../../api/PublicApi.ts"
import { makeSessionStore, type SessionStore, useSessionStore } from "../../../api/SessionStore.ts"
import { setUnloadPrompt } from "../../../parts/forms/LeaveGuard.ts"
import { useTold } from "../request/UseTry.ts"
import { askPatiently, isStop, type Patience, waitMillis } from "../request/WaitTurn.ts"
import { type CheckedAddress, checkedAddress, invalidAddress } from "./AddressVerdict.ts"

export interface RunState {
  readonly checked: ReadonlyArray<CheckedAddress>
  readonly charged: number
  readonly requests: number
}

export const nothingChecked: RunState = { checked: [], charged: 0, requests: 0 }

export interface RunEnd {
  readonly how: "done" | "stopped" | "failed"
  /** Error message, if the run failed. */
  readonly message: string | null
}

/** Addresses per batch: the maximum of one bulk request. */
export const batchSize = bulkEmailsMax

/**
 * Checks a list in batches from an offset, so that a stopped or failed run can continue. Each batch has its own idempotency key, so a
 * batch whose response was lost is not charged again.
 *
 * @param from number of addresses already checked
 * @param keyOf idempotency key of the batch that starts at an offset
 */
export const runBatches = async (
  addresses: ReadonlyArray<string>,
  before: RunState,
  keyOf: (from: number) => string,
  signal: AbortSignal,
  onState: (state: RunState) => void,
  patience: Patience
): Promise<RunEnd> => {
  let state = before
  try {
    while (state.checked.length < addresses.length) {
      if (signal.aborted) return { how: "stopped", message: null }
      const from = state.checked.length
      const emails = addresses.slice(from, from + batchSize)
      const answer = await askPatiently(
        "/scan/email/bulk",
        { emails },
        { signal, idempotencyKey: keyOf(from) },
        patience
      )
      if (!answer.isDone) return { how: "failed", message: answer.message }
      const checked = checkedOf(emails, answer.answer)
      if (checked === null) return { how: "failed", message: "The server's answer does not speak of every address." }
      state = {
        checked: [...state.checked, ...checked],
        charged: state.charged + (answer.creditsCharged ?? 0),
        requests: state.requests + 1
      }
      onState(state)
    }
    return { how: "done", message: null }
  } catch (failure) {
    return isStop(failure)
      ? { how: "stopped", message: null }
      : { how: "failed", message: decodeFailure(failure).message }
  }
}

/** Returns one result per address of the batch, in order; null if the response does not cover all of them. */
const checkedOf = (
  batch: ReadonlyArray<string>,
  answer: typeof BulkEmailResult.Type
): ReadonlyArray<CheckedAddress> | null => {
  const byIndex = new Map<number, CheckedAddress>()
  for (const { index, ...result } of answer.results) {
    byIndex.set(index, checkedAddress(batch[index] ?? result.email, result))
  }
  for (const { email, index, message } of answer.errors) byIndex.set(index, invalidAddress(email, message))
  const all = batch.map((_, at) => byIndex.get(at))
  return all.every((one) => one !== undefined) ? all : null
}

interface AddressRun {
  readonly addresses: ReadonlyArray<string>
  readonly state: RunState
  /** Null before the run ends. */
  readonly end: RunEnd | null
  readonly goesOnAt: number | null
}

const notYet: AddressRun = { addresses: [], state: nothingChecked, end: null, goesOnAt: null }

/** A batch run over a list of addresses. It can be stopped and resumed, and continues while another page is open. */
export const useAddressRun = () => {
  const tell = useTold()
  const run = useSessionStore("addresses.run", () => makeAddressRun(tell))
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
  const store: SessionStore<AddressRun> = makeSessionStore(notYet)
  let running: AbortController | null = null
  let id = ""

  const go = async (addresses: ReadonlyArray<string>, before: RunState) => {
    const stop = new AbortController()
    running = stop
    setUnloadPrompt(store, true)
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
      { ask: callPublicApi, wait: waitMillis, onWait: (seconds) => update({ goesOnAt: Date.now() + seconds * 1_000 }) }
    )
    update({ end, goesOnAt: null })
    if (running === stop) {
      running = null
      setUnloadPrompt(store, false)
    }
    tell()
  }

  return {
    ...store,
    start: (addresses: ReadonlyArray<string>) => {
      id = crypto.randomUUID()
      void go(addresses, nothingChecked)
    },
    /** Resumes from the current offset. */
    goOn: () => void go(store.get().addresses, store.get().state),
    end: () => running?.abort(),
    clear: () => {
      running?.abort()
      running = null
      setUnloadPrompt(store, false)
      store.set(notYet)
    }
  }
}
