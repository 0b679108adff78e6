import { Effect, Schema } from "effect"
import { createWriteStream, renameSync, rmSync } from "node:fs"
import type { Writable } from "node:stream"
import { finished } from "node:stream/promises"
import { isReaderGone } from "../../server/process/RunProcess.ts"
import { CommandExit, exitCodes } from "../terminal/ExitCode.ts"

export class FileUnwritable
  extends Schema.TaggedError<FileUnwritable>()("FileUnwritable", { message: Schema.String })
{}

/** Writes text and waits until the stream has accepted it. Ends the command if the reader of a pipe is gone. */
export type Write = (text: string) => Effect.Effect<void, FileUnwritable | CommandExit>

/**
 * Writes to a file, or to standard output for `-`. Data goes to a temporary file that is renamed at the end, so a
 * failure never leaves a partial file.
 */
export const writeFileAtomically = <A, E, R>(path: string, body: (write: Write) => Effect.Effect<A, E, R>) => {
  if (path === "-") return body(writeTo(process.stdout, path))
  const part = `${path}.part`
  return Effect.acquireUseRelease(
    // Without a listener, an error event would end the process. Each write reports the error as well.
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

/** Converts a write error. A closed pipe, as in `gatehouse blocklist export - | head`, is not a failure. */
const unwritable = (path: string) => (cause: unknown) =>
  path === "-" && cause instanceof Error && isReaderGone(cause)
    ? new CommandExit({ exitCode: exitCodes.success })
    : new FileUnwritable({
      message: `${path === "-" ? "Standard output" : path} cannot be written: ${
        cause instanceof Error ? cause.message : String(cause)
      }`
    })
