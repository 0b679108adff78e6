import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

type Stop = () => Promise<void> | void

const stops: Array<Stop> = []

const stopAll = async () => {
  // Stops the latest resource first, because it may depend on resources that were started earlier.
  const errors: Array<unknown> = []
  for (const stop of stops.splice(0).toReversed()) {
    try {
      await stop()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/**
 * Calls `stop` after the last test file of a worker, to stop a resource that the files share.
 *
 * Vitest waits for `stop` before it ends the worker. Outside of Vitest, `stop` is never called.
 */
export const atWorkerEnd = (stop: Stop): void => {
  // Uses an internal API, because Vitest's only public one is a fixture that every test would have to name.
  const worker = (globalThis as { readonly __vitest_worker__?: { readonly onCleanup: (stop: Stop) => void } })
    .__vitest_worker__
  if (stops.length === 0) worker?.onCleanup(stopAll)
  stops.push(stop)
}

let folder: string | null = null

/** Returns a temporary folder that the test files of a worker share. It is removed when the worker ends. */
export const workerFolder = (): string => {
  if (folder !== null) return folder
  const created = mkdtempSync(join(tmpdir(), "gatehouse-worker-"))
  const remove = () => rmSync(created, { recursive: true, force: true })
  atWorkerEnd(remove)
  // If the run is interrupted, Vitest does not wait for `atWorkerEnd`.
  process.once("exit", remove)
  return folder = created
}
