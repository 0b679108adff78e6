import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Exit } from "effect"
import { type StandardStreams, standardStreams } from "./StandardStreams.ts"

/** How long the end of an interrupted process waits for a reader that takes nothing. */
export const interruptedFlushMillisMax = 1_000

export interface ProcessOptions {
  readonly exitCodeOf: (exit: Exit.Exit<unknown, unknown>) => number
  /** The line for standard error when the output cannot be written. */
  readonly failureLine: (message: string) => string
}

/** The exit code when the output could not be written, whatever the program did. */
const unwritableExitCode = 1

/** Runs the program of this process, and ends the process once everything that it printed has left. */
export const runProcess = (program: Effect.Effect<unknown, unknown>, options: ProcessOptions): void => {
  const streams = standardStreams()
  NodeRuntime.runMain(Effect.provideService(program, Console.Console, streams.console), {
    disableErrorReporting: true,
    teardown: (exit, end) => {
      // The process may also end because nothing keeps it alive until the streams are flushed.
      process.exitCode = options.exitCodeOf(exit)
      void exitCodeAfterFlush(exit, streams, options).then(end)
    }
  })
}

export const exitCodeAfterFlush = async (
  exit: Exit.Exit<unknown, unknown>,
  streams: StandardStreams,
  { exitCodeOf, failureLine }: ProcessOptions
): Promise<number> => {
  if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) {
    // Ctrl-C also ends a program whose reader takes nothing.
    const late = new Promise((resolve) => setTimeout(resolve, interruptedFlushMillisMax).unref())
    await Promise.race([streams.flushed(), late])
    return exitCodeOf(exit)
  }
  const problem = await streams.flushed()
  if (problem === null) return exitCodeOf(exit)
  streams.console.error(failureLine(`Standard output cannot be written: ${problem}`))
  await streams.flushed()
  return unwritableExitCode
}
