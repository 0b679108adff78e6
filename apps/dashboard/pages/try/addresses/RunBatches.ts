import type { BulkEmailResult } from "../../../../../adapters/http/api/Emails.ts"
import { bulkEmailsMax } from "../../../../../core/emails/BulkLimit.ts"
import { decodeFailure } from "../../../api/Failure.ts"
import { callPublicApi } from "../../../api/PublicApi.ts"
import { makeSessionStore, type SessionStore, useSessionStore } from "../../../api/SessionStore.ts"
import { setUnloadPrompt } from "../../../parts/forms/LeaveGuard.ts"
import { callWithRetries, isAbort, type RetryOptions, sleep } from "../request/CallWithRetries.ts"
import { useInvalidateAccountData } from "../request/UseTry.ts"
import { type CheckedAddress, checkedAddress, invalidAddress } from "./AddressVerdict.ts"

export interface RunState {
  readonly checked: ReadonlyArray<CheckedAddress>
  readonly charged: number
  readonly requests: number
}

export const initialRunState: RunState = { checked: [], charged: 0, requests: 0 }

export interface RunEnd {
  readonly outcome: "done" | "stopped" | "failed"
  /** Error message, if the run failed. */
  readonly message: string | null
}

/** Number of addresses per batch, which is the maximum of one bulk request. */
export const batchSize = bulkEmailsMax

/**
 * Checks a list in batches. A stopped or failed run can continue from its last state. Each batch has its own
 * idempotency key, so a batch whose response was lost is not charged again.
 *
 * @param before state to continue from, with the addresses that are already checked
 * @param keyOf returns the idempotency key of the batch that starts at an offset
 */
export const runBatches = async (
  addresses: ReadonlyArray<string>,
  before: RunState,
  keyOf: (from: number) => string,
  signal: AbortSignal,
  onState: (state: RunState) => void,
  patience: RetryOptions
): Promise<RunEnd> => {
  let state = before
  try {
    while (state.checked.length < addresses.length) {
      if (signal.aborted) return { outcome: "stopped", message: null }
      const from = state.checked.length
      const emails = addresses.slice(from, from + batchSize)
      const answer = await callWithRetries(
        "/scan/email/bulk",
        { emails },
        { signal, idempotencyKey: keyOf(from) },
        patience
      )
      if (!answer.isSuccess) return { outcome: "failed", message: answer.message }
      const checked = resultsInOrder(emails, answer.result)
      if (checked === null) {
        return { outcome: "failed", message: "The server's response does not cover every address." }
      }
      state = {
        checked: [...state.checked, ...checked],
        charged: state.charged + (answer.creditsCharged ?? 0),
        requests: state.requests + 1
      }
      onState(state)
    }
    return { outcome: "done", message: null }
  } catch (failure) {
    return isAbort(failure)
      ? { outcome: "stopped", message: null }
      : { outcome: "failed", message: decodeFailure(failure).message }
  }
}

/** Returns one result per address of the batch, in order. Null if the response does not cover all addresses. */
const resultsInOrder = (
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
  /** Reason why the run ended; null before that. */
  readonly end: RunEnd | null
  readonly resumesAt: number | null
}

const noRun: AddressRun = { addresses: [], state: initialRunState, end: null, resumesAt: null }

/**
 * Returns a run over a list of addresses, with functions to start, stop and resume it. The run continues while another
 * page is open.
 */
export const useAddressRun = () => {
  const invalidateData = useInvalidateAccountData()
  const run = useSessionStore("addresses.run", () => makeAddressRun(invalidateData))
  const shown = run.get()
  return {
    ...shown,
    isRunning: shown.addresses.length > 0 && shown.end === null,
    start: run.start,
    resume: run.resume,
    stop: run.abort,
    clear: run.clear
  }
}

const makeAddressRun = (invalidateData: () => void) => {
  const store: SessionStore<AddressRun> = makeSessionStore(noRun)
  let running: AbortController | null = null
  let id = ""

  const go = async (addresses: ReadonlyArray<string>, before: RunState) => {
    const stop = new AbortController()
    running = stop
    setUnloadPrompt(store, true)
    store.set({ addresses, state: before, end: null, resumesAt: null })
    const update = (change: Partial<AddressRun>) => {
      if (running === stop) store.set((was) => ({ ...was, ...change }))
    }
    const end = await runBatches(
      addresses,
      before,
      (from) => `dashboard-${id}-${from}`,
      stop.signal,
      (state) => update({ state, resumesAt: null }),
      { call: callPublicApi, wait: sleep, onWait: (seconds) => update({ resumesAt: Date.now() + seconds * 1_000 }) }
    )
    update({ end, resumesAt: null })
    if (running === stop) {
      running = null
      setUnloadPrompt(store, false)
    }
    invalidateData()
  }

  return {
    ...store,
    start: (addresses: ReadonlyArray<string>) => {
      id = crypto.randomUUID()
      void go(addresses, initialRunState)
    },
    /** Continues after the addresses that are already checked. */
    resume: () => void go(store.get().addresses, store.get().state),
    abort: () => running?.abort(),
    clear: () => {
      running?.abort()
      running = null
      setUnloadPrompt(store, false)
      store.set(noRun)
    }
  }
}
