import { Cause, Console, Effect, Exit } from "effect"
import { runProcess } from "./process/RunProcess.ts"
import { startFailureText } from "./process/StartFailure.ts"
import { serve } from "./Program.ts"

/** After a signal the server finishes its work and ends with 0: service managers take 130 for a failure. */
const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1

/** Makes this process the server. Node, Bun and Deno carry all that it needs: `node:http`, `node:sqlite`, signals. */
export const main = (): void => {
  const program = Effect.tapCause(serve, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.void
      : Console.error(`Gatehouse does not start. ${startFailureText(cause)}`))
  runProcess(program, { exitCodeOf, failureLine: (message) => message })
}
