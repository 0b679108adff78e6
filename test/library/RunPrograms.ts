import { pathToFileURL } from "node:url"

/**
 * Runs programs one after another in one process: `RunPrograms.ts FILE…`.
 *
 * Each program starts once the previous one is idle. Starting a process takes longer than most programs. The output of
 * each program follows a line with the path of its file.
 */
const files = process.argv.slice(2)

process.on("beforeExit", () => {
  const file = files.shift()
  if (file === undefined) return
  console.log(file)
  // Schedules the import, because Node emits `beforeExit` again only if work was left after the event.
  setImmediate(() => import(pathToFileURL(file).href).catch((error: unknown) => console.log(error)))
})
