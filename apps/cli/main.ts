#!/usr/bin/env node
/**
 * Starts the command line. Nothing is imported before the runtime is known to be able to run it: an older Node would end
 * with the error of whichever module it does not have.
 */
const nodeOldest: readonly [number, number] = [22, 19]

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < nodeOldest[0] || (major === nodeOldest[0] && minor < nodeOldest[1])) {
  console.error(
    `Gatehouse needs Node ${nodeOldest.join(".")} or newer, and this is ${process.versions.node}.\n` +
      "In its folder, `npx gatehouse` uses the version that `npm ci` brings along."
  )
  process.exitCode = 1
} else {
  // What was compiled once is kept beside the packages, where nobody else may write: half of a short command's time.
  const { enableCompileCache } = await import("node:module")
  enableCompileCache?.(`${import.meta.dirname}/../../node_modules/.cache/gatehouse`)
  const { main } = await import("./Gatehouse.ts")
  main(process.argv.slice(2))
}
