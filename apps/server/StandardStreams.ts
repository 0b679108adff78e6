import type { Console } from "effect"
import { format } from "node:util"

/** Standard output and standard error of this process. */
export interface StandardStreams {
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
export const standardStreams = (): StandardStreams => {
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
