import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Exit } from "effect"
import { constants } from "node:os"
import { type StandardStreams, standardStreams } from "./StandardStreams.ts"

/** How long the end of an interrupted process waits for a reader that takes nothing. */
export const interruptedFlushMillisMax = 1_000

/** A signal so soon after the first is the same one: npm passes on a Ctrl-C that the terminal has sent to this process too. */
export const repeatedSignalMillis = 1_000

export interface ProcessOptions {
  readonly exitCodeOf: (exit: Exit.Exit<unknown, unknown>) => number
  /** The line for standard error when the output cannot be written. */
  readonly failureLine: (message: string) => string
}

/** As shells count: 128 + the number of the signal. */
const signalExitCodeBase = 128

/** The exit code when the output could not be written, whatever the program did. */
const unwritableExitCode = 1

/**
 * Runs the program of this process, and ends the process once everything that it printed has left. The first SIGINT or
 * SIGTERM interrupts the program, which may take its time to end; a later one ends the process at once.
 */
export const runProcess = (program: Effect.Effect<unknown, unknown>, options: ProcessOptions): void => {
  const streams = standardStreams()
  const stopListening = endOnSecondSignal()
  NodeRuntime.runMain(Effect.provideService(program, Console.Console, streams.console), {
    disableErrorReporting: true,
    teardown: (exit, end) => {
      stopListening()
      // The process may also end because nothing keeps it alive until the streams are flushed.
      process.exitCode = options.exitCodeOf(exit)
      void exitCodeAfterFlush(exit, streams, options).then(end)
    }
  })
}

const signals = ["SIGINT", "SIGTERM"] as const

/** Returns what removes the listeners: without any, a signal ends the process. */
const endOnSecondSignal = (): () => void => {
  let firstAt: number | null = null
  const onSignal = (signal: NodeJS.Signals) => {
    const now = performance.now()
    firstAt ??= now
    if (now - firstAt >= repeatedSignalMillis) process.exit(signalExitCodeBase + constants.signals[signal])
  }
  for (const signal of signals) process.on(signal, onSignal)
  return () => {
    for (const signal of signals) process.off(signal, onSignal)
  }
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
