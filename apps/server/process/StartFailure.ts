import { Cause, Config } from "effect"
import { formatSettingValue } from "../settings/Config.ts"

/** Explains in one sentence why a start or a command failed, with the remedy if there is one. */
export const startFailureText = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (isSqlError(error)) return `The database cannot be used: ${rootCauseOf(error)}. Check DATABASE_URL.`
  if (error instanceof Config.ConfigError) return describeSettingError(error.message)
  // Errors of system calls (a folder, a port) have causes that the user can fix, however they arrive here.
  const isExpected = Cause.hasFails(cause) || (error instanceof Error && "syscall" in error)
  const message = error instanceof Error && error.message !== "" ? error.message : String(error)
  return isExpected ? message : `Unexpected: ${error instanceof Error ? error.stack ?? message : message}`
}

/** Rewrites `SchemaError(Expected a finite number\n  at ["PORT"])` as a sentence. */
const describeSettingError = (message: string): string => {
  const expectedStart = message.indexOf("Expected ")
  const pathStart = message.indexOf("at [\"", expectedStart)
  const [, name] = /^at \["([A-Z_]+)"\]/.exec(message.slice(pathStart)) ?? []
  if (expectedStart < 0 || name === undefined) return `A setting is invalid: ${message}`
  const expected = message.slice(expectedStart, pathStart).trimEnd()
  return `${name} is ${formatSettingValue(name)}: ${expected.charAt(0).toLowerCase()}${expected.slice(1)}.`
}

const isSqlError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqlError"

/** Returns the driver's message, from the end of the chain of causes. */
const rootCauseOf = (error: unknown): string => {
  let root = error
  for (let depth = 0; depth < 5; depth++) {
    const next = propertyOf(root, "reason") ?? propertyOf(root, "cause")
    if (typeof next !== "object" || next === null) break
    root = next
  }
  return String(propertyOf(root, "message") || propertyOf(root, "code") || root)
}

/** Reads a property of an unknown error. */
export const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined
