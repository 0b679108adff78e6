import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

type Stop = () => Promise<void> | void

const stops: Array<Stop> = []

const stopAll = async () => {
  // A resource may depend on resources that were started before it.
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
 * Stops a resource that the test files of a worker share, after the last file. Vitest waits for it before ending the worker.
 *
 * Outside of Vitest, `stop` is never called.
 */
export const atWorkerEnd = (stop: Stop): void => {
  // Vitest's only public API for this is a fixture, which every test would have to name.
  const worker = (globalThis as { readonly __vitest_worker__?: { readonly onCleanup: (stop: Stop) => void } })
    .__vitest_worker__
  if (stops.length === 0) worker?.onCleanup(stopAll)
  stops.push(stop)
}

let folder: string | null = null

/** Returns a temporary folder that the files of a worker share, removed when the worker ends. */
export const workerFolder = (): string => {
  if (folder !== null) return folder
  const created = mkdtempSync(join(tmpdir(), "gatehouse-worker-"))
  const remove = () => rmSync(created, { recursive: true, force: true })
  atWorkerEnd(remove)
  // If the run is interrupted, Vitest does not wait for `atWorkerEnd`.
  process.once("exit", remove)
  return folder = created
}
