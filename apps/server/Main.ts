import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Exit } from "effect"
import { defaultTeardown, type Teardown } from "effect/Runtime"
import { serve } from "./Program.ts"
import { startFailureText } from "./StartFailure.ts"

/** Told to stop, the server finishes its work and ends with 0: service managers take 130 for a failure. */
const teardown: Teardown = (exit, end) =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause) ? end(0) : defaultTeardown(exit, end)

/** Makes this process the server. Node, Bun and Deno carry all that it needs: `node:http`, `node:sqlite`, signals. */
export const main = (): void =>
  serve.pipe(
    Effect.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.void
        : Console.error(`Gatehouse does not start. ${startFailureText(cause)}`)
    ),
    NodeRuntime.runMain({ disableErrorReporting: true, teardown })
  )
