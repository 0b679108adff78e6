import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Exit } from "effect"
import { constants } from "node:os"
import { format } from "node:util"

/** Maximum milliseconds that an interrupted process waits for a reader that accepts no data. */
export const interruptedFlushMillisMax = 1_000

/**
 * Milliseconds in which a second signal is ignored. npm forwards a Ctrl-C that the terminal has also sent to this
 * process.
 */
export const repeatedSignalMillis = 1_000

export interface ProcessOptions {
  readonly exitCodeOf: (exit: Exit.Exit<unknown, unknown>) => number
  /** Returns the line for standard error if standard output cannot be written. */
  readonly failureLine: (message: string) => string
}

/** Base of the exit codes for signals, as in shells: 128 + the signal number. */
const signalExitCodeBase = 128

/** Exit code if the output could not be written, regardless of the program's result. */
const unwritableExitCode = 1

/**
 * Runs the program of this process, and ends the process once all its output is written. The first SIGINT or SIGTERM
 * interrupts the program, which may take time to stop. A later signal ends the process immediately.
 */
export const runProcess = (program: Effect.Effect<unknown, unknown>, options: ProcessOptions): void => {
  const streams = standardStreams()
  const stopListening = exitOnSecondSignal()
  NodeRuntime.runMain(Effect.provideService(program, Console.Console, streams.console), {
    disableErrorReporting: true,
    teardown: (exit, end) => {
      stopListening()
      // Sets the exit code now: if only the streams are pending, the process may end before `end` is called.
      process.exitCode = options.exitCodeOf(exit)
      void exitCodeAfterFlush(exit, streams, options).then(end)
    }
  })
}

const signals = ["SIGINT", "SIGTERM"] as const

/**
 * Ends the process on a second signal. Returns a function that removes the listeners, after which any signal ends the
 * process.
 */
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
    // The timeout lets Ctrl-C end a program whose reader accepts no data.
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
  /** Console that writes like the global console, and counts the pending writes. */
  readonly console: Console.Console
  /**
   * Resolves once the system has accepted all output. The value is the reason why standard output could not be written,
   * or null. A closed pipe (`| head`) is not a failure.
   */
  readonly flushed: () => Promise<string | null>
}

/**
 * Wraps both standard streams; call it once per process. The process must wait for `flushed` before it ends. On Node,
 * `process.exit` drops data that a pipe has not accepted: everything after the first 64 KiB of a large result.
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
  /** Reason of the first failed write; null if no write failed, or if the reader closed the pipe. */
  problem: string | null = null

  constructor(stream: NodeJS.WriteStream) {
    this.stream = stream
    // Without a listener, an error event would end the process. The callback of `write` gets the same error.
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

/** Reports whether a write failed because the reader closed the pipe. The first such failure destroys the stream. */
export const isReaderGone = (error: Error): boolean =>
  "code" in error && (error.code === "EPIPE" || error.code === "ERR_STREAM_DESTROYED")
