#!/usr/bin/env node
/** Starts the command line after checking the runtime's version. */
import { checkNodeVersion } from "../server/process/NodeVersion.mjs"

if (checkNodeVersion()) {
  // The compile cache saves half the time of a short command. It is stored next to the packages, where other users have
  // no write access. Threads find it through the variable.
  const { enableCompileCache } = await import("node:module")
  const folder = `${import.meta.dirname}/../../node_modules/.cache/gatehouse`
  enableCompileCache?.(folder)
  process.env.NODE_COMPILE_CACHE ??= folder
  const { main } = await import("./Gatehouse.ts")
  main(process.argv.slice(2))
}
