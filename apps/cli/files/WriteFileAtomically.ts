import { Effect, Schema } from "effect"
import { createWriteStream, renameSync, rmSync } from "node:fs"
import type { Writable } from "node:stream"
import { finished } from "node:stream/promises"
import { isReaderGone } from "../../server/process/RunProcess.ts"
import { CommandExit, exitCodes } from "../terminal/ExitCode.ts"

export class FileUnwritable
  extends Schema.TaggedError<FileUnwritable>()("FileUnwritable", { message: Schema.String })
{}

/** Writes a chunk and waits for backpressure to clear. Ends the command if the reader of a pipe is gone. */
export type Write = (text: string) => Effect.Effect<void, FileUnwritable | CommandExit>

/**
 * Writes to a file, or to standard output for `-`. The file appears complete or not at all, because the data goes to a temporary file
 * first.
 */
export const writeFileAtomically = <A, E, R>(path: string, body: (write: Write) => Effect.Effect<A, E, R>) => {
  if (path === "-") return body(writeTo(process.stdout, path))
  const part = `${path}.part`
  return Effect.acquireUseRelease(
    // An error event without a listener would end the process; each write also reports the error.
    Effect.sync(() => createWriteStream(part).on("error", () => {})),
    (out) =>
      Effect.gen(function*() {
        const written = yield* body(writeTo(out, path))
        out.end()
        yield* attempt(path, () => finished(out))
        yield* Effect.try({ try: () => renameSync(part, path), catch: unwritable(path) })
        return written
      }),
    (out) =>
      Effect.sync(() => {
        out.destroy()
        rmSync(part, { force: true })
      })
  )
}

const writeTo = (out: Writable, path: string): Write => (text) =>
  attempt(path, () =>
    new Promise<void>((resolve, reject) => {
      out.write(text, (error) => error ? reject(error) : resolve())
    }))

const attempt = <A>(path: string, work: () => Promise<A>) => Effect.tryPromise({ try: work, catch: unwritable(path) })

/** A closed pipe, as in `gatehouse blocklist export - | head`, is not a failure. */
const unwritable = (path: string) => (cause: unknown) =>
  path === "-" && cause instanceof Error && isReaderGone(cause)
    ? new CommandExit({ exitCode: exitCodes.success })
    : new FileUnwritable({
      message: `${path === "-" ? "Standard output" : path} cannot be written: ${
        cause instanceof Error ? cause.message : String(cause)
      }`
    })
