import { Cause, Config } from "effect"
import { formatSettingValue } from "../settings/Config.ts"

/** Explains in one sentence why a start or a command failed, with the remedy if it is known. */
export const startFailureText = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (isSqlError(error)) return `The database cannot be used: ${rootCauseOf(error)}. Check DATABASE_URL.`
  if (error instanceof Config.ConfigError) {
    return error.cause._tag === "SourceError" ? error.cause.message : describeSettingError(error.message)
  }
  // Users can fix errors of system calls, such as those on folders and ports, even if they arrive as defects.
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

/** Returns the driver's message, from the last cause in the chain. */
const rootCauseOf = (error: unknown): string => {
  let root = error
  for (let depth = 0; depth < 5; depth++) {
    const next = propertyOf(root, "reason") ?? propertyOf(root, "cause")
    if (typeof next !== "object" || next === null) break
    root = next
  }
  return String(propertyOf(root, "message") || propertyOf(root, "code") || root)
}

/** Returns a property of an error of unknown type; undefined if there is none. */
export const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined
