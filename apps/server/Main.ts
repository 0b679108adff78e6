import { Cause, Console, Effect, Exit } from "effect"
import { runProcess } from "./process/RunProcess.ts"
import { startFailureText } from "./process/StartFailure.ts"
import { serve } from "./Program.ts"

/** Returns 0 if a signal stopped the server, because service managers treat 130 as a failure. */
const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number =>
  Exit.isSuccess(exit) || Cause.hasInterruptsOnly(exit.cause) ? 0 : 1

/** Runs the server in this process. Node, Bun and Deno all provide the required `node:http`, `node:sqlite` and signals. */
export const main = (): void => {
  const program = Effect.tapCause(serve, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.void
      : Console.error(`Gatehouse does not start. ${startFailureText(cause)}`))
  runProcess(program, { exitCodeOf, failureLine: (message) => message })
}
