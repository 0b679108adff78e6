import { Cause, Config } from "effect"
import { givenValue } from "../settings/Config.ts"

/** Why a start, or a command, came to nothing: one sentence that says what to change, where anybody can change it. */
export const startFailureText = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (isSqlError(error)) return `The database cannot be used: ${rootOf(error)}. Check DATABASE_URL.`
  if (error instanceof Config.ConfigError) return settingText(error.message)
  // What the system refuses (a folder, a port) is the user's to change, whichever way it came here.
  const isExpected = Cause.hasFails(cause) || (error instanceof Error && "syscall" in error)
  const message = error instanceof Error && error.message !== "" ? error.message : String(error)
  return isExpected ? message : `Unexpected: ${error instanceof Error ? error.stack ?? message : message}`
}

/** `SchemaError(Expected a finite number\n  at ["PORT"])`, in words. */
const settingText = (message: string): string => {
  const begin = message.indexOf("Expected ")
  const place = /at \["([A-Z_]+)"\]/.exec(message.slice(Math.max(0, begin)))
  if (begin < 0 || place === null) return `A setting is wrong: ${message}`
  const expected = message.slice(begin, begin + place.index).trimEnd()
  const name = place[1]!
  return `${name} is ${givenValue(name)}: ${expected[0]!.toLowerCase()}${expected.slice(1)}.`
}

const isSqlError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqlError"

/** The words of the driver, which stand at the bottom of the chain of causes. */
const rootOf = (error: unknown): string => {
  let root = error
  for (let depth = 0; depth < 5; depth++) {
    const next = (root as { readonly reason?: unknown }).reason ?? (root as { readonly cause?: unknown }).cause
    if (typeof next !== "object" || next === null) break
    root = next
  }
  const { code, message } = root as { readonly code?: unknown; readonly message?: unknown }
  return String(message || code || root)
}
