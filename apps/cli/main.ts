#!/usr/bin/env node
/**
 * Starts the command line. It imports modules only after checking the runtime's version, because an older Node would fail with an unrelated
 * import error.
 */
const nodeOldest: readonly [number, number] = [22, 19]

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number)
if (major < nodeOldest[0] || (major === nodeOldest[0] && minor < nodeOldest[1])) {
  console.error(
    `Gatehouse needs Node ${nodeOldest.join(".")} or newer, but this is ${process.versions.node}.\n` +
      "In the project folder, `npx gatehouse` uses the version installed by `npm ci`."
  )
  process.exitCode = 1
} else {
  // The compile cache saves half the time of a short command. It is stored next to the packages, where other users have no write access.
  const { enableCompileCache } = await import("node:module")
  enableCompileCache?.(`${import.meta.dirname}/../../node_modules/.cache/gatehouse`)
  const { main } = await import("./Gatehouse.ts")
  main(process.argv.slice(2))
}
