import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Exit } from "effect"
import { constants } from "node:os"
import { format } from "node:util"

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

/** Standard output and standard error of this process. */
interface StandardStreams {
  /** Writes as the global console does, and counts what the system has not taken yet. */
  readonly console: Console.Console
  /**
   * Resolves once the system has taken everything that was written: with null, or with the reason why standard output could
   * not be written. A reader that left (`| head`) is no such reason.
   */
  readonly flushed: () => Promise<string | null>
}

/**
 * Takes over both streams, once per process. The end of a process must wait for `flushed`: on Node `process.exit` drops
 * what a pipe has not taken, which is all but the first 64 KiB of a large result.
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
  /** Why the first write failed; null if none did, or if the reader left. */
  problem: string | null = null

  constructor(stream: NodeJS.WriteStream) {
    this.stream = stream
    // Without a listener a failed write would end the process; the callback of `write` gets the same error.
    stream.on("error", () => {})
  }

  write(text: string): void {
    this.pending++
    // Deno throws what Node and Bun pass to the callback.
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

/** Reports whether a write failed because nobody reads the pipe any more. After the first one the stream is destroyed. */
export const isReaderGone = (error: Error): boolean =>
  "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED")
