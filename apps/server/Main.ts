import { NodeRuntime } from "@effect/platform-node"
import { Cause, Exit } from "effect"
import { defaultTeardown, type Teardown } from "effect/Runtime"
import { serve } from "./Program.ts"

/** Told to stop, the server finishes its work and ends with 0: service managers take 130 for a failure. */
const teardown: Teardown = (exit, end) =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? end(0) : defaultTeardown(exit, end)

/** Makes this process the server. Node, Bun and Deno carry all that it needs: `node:http`, `node:sqlite`, signals. */
export const main = (): void => NodeRuntime.runMain(serve, { teardown })
