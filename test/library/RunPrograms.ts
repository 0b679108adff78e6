import { pathToFileURL } from "node:url"

/**
 * `RunPrograms.ts FILE…` runs programs one after the other in one process, each once nothing is left to do for the one before: to start a
 * process takes longer than most of them. Before the output of each comes the path of its file on a line of its own.
 */
const files = process.argv.slice(2)

process.on("beforeExit", () => {
  const file = files.shift()
  if (file === undefined) return
  console.log(file)
  // The event is repeated only if something was left to do after it.
  setImmediate(() => import(pathToFileURL(file).href).catch((error: unknown) => console.log(error)))
})
