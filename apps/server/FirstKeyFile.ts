import { Data, Effect } from "effect"
import { closeSync, fsyncSync, openSync, rmSync, writeSync } from "node:fs"

/** The first API key cannot be written to the configured file. */
export class FirstKeyFileUnwritable extends Data.TaggedError("FirstKeyFileUnwritable")<{ readonly message: string }> {}

/** Destination of the first API key, which the first start creates. */
export interface FirstKeyOutput {
  /** Stores the key before the database stores the key's digest, so that no key is lost. */
  readonly write: (key: string) => Effect.Effect<void, FirstKeyFileUnwritable>
  /** Removes the key if another server created the first key at the same time. */
  readonly discard: Effect.Effect<void>
}

/** Output that stores nothing, because the startup message shows the key. */
export const printedFirstKeyOutput: FirstKeyOutput = { write: () => Effect.void, discard: Effect.void }

/** Output that writes the key and a line end to a new file, which only this user can read (mode 0600). */
export const firstKeyFileOutput = (file: string): FirstKeyOutput => ({
  write: (key) =>
    Effect.try({
      try: () => {
        const open = openSync(file, "wx", 0o600)
        try {
          writeSync(open, `${key}\n`)
          fsyncSync(open)
        } finally {
          closeSync(open)
        }
      },
      catch: (cause) =>
        new FirstKeyFileUnwritable({ message: `GATEHOUSE_FIRST_KEY_FILE names ${file}: ${describe(cause)}` })
    }),
  discard: Effect.sync(() => rmSync(file, { force: true }))
})

const describe = (cause: unknown): string => {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)
  return code === "EEXIST" ? "it exists already. Remove it, or choose another path." : `it cannot be written (${code}).`
}
