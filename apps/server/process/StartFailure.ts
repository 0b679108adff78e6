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
  const place = message.indexOf("at [\"", begin)
  const [, name] = /^at \["([A-Z_]+)"\]/.exec(message.slice(place)) ?? []
  if (begin < 0 || name === undefined) return `A setting is wrong: ${message}`
  const expected = message.slice(begin, place).trimEnd()
  return `${name} is ${givenValue(name)}: ${expected.charAt(0).toLowerCase()}${expected.slice(1)}.`
}

const isSqlError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "SqlError"

/** The words of the driver, which stand at the bottom of the chain of causes. */
const rootOf = (error: unknown): string => {
  let root = error
  for (let depth = 0; depth < 5; depth++) {
    const next = propertyOf(root, "reason") ?? propertyOf(root, "cause")
    if (typeof next !== "object" || next === null) break
    root = next
  }
  return String(propertyOf(root, "message") || propertyOf(root, "code") || root)
}

/** A property of an error of unknown kind. */
export const propertyOf = (error: unknown, name: string): unknown =>
  typeof error === "object" && error !== null ? Reflect.get(error, name) : undefined
