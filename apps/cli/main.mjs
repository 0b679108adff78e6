#!/usr/bin/env node
/** Starts the command line after checking the runtime's version. */
import { checkNodeVersion } from "../server/process/NodeVersion.mjs"

if (checkNodeVersion()) {
  // The compile cache saves half the time of a short command. It is stored next to the packages, where other users have
  // no write access.
  const { enableCompileCache } = await import("node:module")
  enableCompileCache?.(`${import.meta.dirname}/../../node_modules/.cache/gatehouse`)
  const { main } = await import("./Gatehouse.ts")
  main(process.argv.slice(2))
}
