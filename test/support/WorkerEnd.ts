import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

type Stop = () => Promise<void> | void

const stops: Array<Stop> = []

const stopAll = async () => {
  // What was started last may depend on what was started before.
  for (const stop of stops.splice(0).toReversed()) await stop()
}

/**
 * Stops something that the test files of a worker share, after the last of them: Vitest waits for it before it ends the worker. Outside
 * of Vitest nothing is stopped.
 */
export const atWorkerEnd = (stop: Stop): void => {
  // Vitest has no public function for this but fixtures, which every test would have to name.
  const worker = (globalThis as { readonly __vitest_worker__?: { readonly onCleanup: (stop: Stop) => void } })
    .__vitest_worker__
  if (stops.length === 0) worker?.onCleanup(stopAll)
  stops.push(stop)
}

let folder: string | null = null

/** A folder for what the files of a worker share, removed at its end. */
export const workerFolder = (): string => {
  if (folder !== null) return folder
  const made = mkdtempSync(join(tmpdir(), "gatehouse-worker-"))
  const remove = () => rmSync(made, { recursive: true, force: true })
  atWorkerEnd(remove)
  // Also where the run is interrupted, and Vitest waits for nothing.
  process.once("exit", remove)
  return folder = made
}
