import { pathToFileURL } from "node:url"

/**
 * `RunPrograms.ts FILE…` runs programs one after the other in one process, each once the previous one is idle: starting
 * a process takes longer than most of them. The output of each follows the path of its file on a separate line.
 */
const files = process.argv.slice(2)

process.on("beforeExit", () => {
  const file = files.shift()
  if (file === undefined) return
  console.log(file)
  // Node emits `beforeExit` again only if there was work left after the event.
  setImmediate(() => import(pathToFileURL(file).href).catch((error: unknown) => console.log(error)))
})
