import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Exit } from "effect"
import { constants } from "node:os"
import { format } from "node:util"

/** Maximum wait of an interrupted process for a reader that accepts no data. */
export const interruptedFlushMillisMax = 1_000

/** A second signal within this time counts as the first one: npm forwards a Ctrl-C that the terminal has also sent to this process. */
export const repeatedSignalMillis = 1_000

export interface ProcessOptions {
  readonly exitCodeOf: (exit: Exit.Exit<unknown, unknown>) => number
  /** The line for standard error when the output cannot be written. */
  readonly failureLine: (message: string) => string
}

/** Exit code base of shells: 128 + the signal number. */
const signalExitCodeBase = 128

/** Exit code if the output could not be written, whatever the program's result. */
const unwritableExitCode = 1

/**
 * Runs the program of this process, and ends the process once all its output is written. The first SIGINT or SIGTERM interrupts the
 * program, which may take time to stop; a later one ends the process immediately.
 */
export const runProcess = (program: Effect.Effect<unknown, unknown>, options: ProcessOptions): void => {
  const streams = standardStreams()
  const stopListening = exitOnSecondSignal()
  NodeRuntime.runMain(Effect.provideService(program, Console.Console, streams.console), {
    disableErrorReporting: true,
    teardown: (exit, end) => {
      stopListening()
      // The process may also end because no pending work keeps it alive until the streams are flushed.
      process.exitCode = options.exitCodeOf(exit)
      void exitCodeAfterFlush(exit, streams, options).then(end)
    }
  })
}

const signals = ["SIGINT", "SIGTERM"] as const

/** Returns a function that removes the listeners: without listeners, a signal ends the process. */
const exitOnSecondSignal = (): () => void => {
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
    // Ctrl-C also ends a program whose reader accepts no data.
    const timeout = new Promise((resolve) => setTimeout(resolve, interruptedFlushMillisMax).unref())
    await Promise.race([streams.flushed(), timeout])
    return exitCodeOf(exit)
  }
  const problem = await streams.flushed()
  if (problem === null) return exitCodeOf(exit)
  streams.console.error(failureLine(`Standard output cannot be written: ${problem}`))
  await streams.flushed()
  return unwritableExitCode
}

/** Standard output and standard error of this process. */
interface StandardStreams {
  /** Writes like the global console, and counts the writes that are still pending. */
  readonly console: Console.Console
  /**
   * Resolves once the system has accepted all output: with null, or with the reason why standard output could not be written. A closed pipe
   * (`| head`) does not count as one.
   */
  readonly flushed: () => Promise<string | null>
}

/**
 * Takes over both streams, once per process. The process must wait for `flushed` before it ends, because on Node `process.exit` drops data
 * that a pipe has not accepted, which is all but the first 64 KiB of a large result.
 */
const standardStreams = (): StandardStreams => {
  const [out, err] = [new CountedStream(process.stdout), new CountedStream(process.stderr)]
  const to = (stream: CountedStream) => (...parts: ReadonlyArray<unknown>) => stream.write(`${format(...parts)}\n`)
  const [log, error] = [to(out), to(err)]
  return {
    console: { ...globalThis.console, log, info: log, debug: log, error, warn: error, trace: error },
    flushed: async () => {
      await Promise.all([out.drained(), err.drained()])
      return out.problem
    }
  }
}

class CountedStream {
  private readonly stream: NodeJS.WriteStream
  private pending = 0
  private onDrained: (() => void) | null = null
  /** Reason of the first failed write; null if none failed, or if the reader closed the pipe. */
  problem: string | null = null

  constructor(stream: NodeJS.WriteStream) {
    this.stream = stream
    // An error event without a listener would end the process; the callback of `write` gets the same error.
    stream.on("error", () => {})
  }

  write(text: string): void {
    this.pending++
    // Deno throws the error that Node and Bun pass to the callback.
    try {
      this.stream.write(text, (error) => this.settle(error))
    } catch (error) {
      this.settle(error)
    }
  }

  private settle(error: unknown): void {
    if (error instanceof Error && !isReaderGone(error)) this.problem ??= error.message
    if (--this.pending === 0) this.onDrained?.()
  }

  drained(): Promise<void> {
    return new Promise((resolve) => {
      if (this.pending === 0) resolve()
      else this.onDrained = resolve
    })
  }
}

/** Reports whether a write failed because the reader closed the pipe. After the first such failure the stream is destroyed. */
export const isReaderGone = (error: Error): boolean =>
  "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED")
