import { Cause, Config } from "effect"
import { Ended, exitCodes } from "./ExitCode.ts"

export interface Refusal {
  readonly exitCode: number
  /** What happened and what to do; null when it has been said already. */
  readonly message: string | null
}

/** What a command that did not succeed tells its user. */
export const refusalOf = (cause: Cause.Cause<unknown>): Refusal => {
  if (Cause.hasInterruptsOnly(cause)) return { exitCode: exitCodes.interrupted, message: null }
  const error = Cause.squash(cause)
  if (error instanceof Ended) return { exitCode: error.exitCode, message: null }
  switch (tagOf(error)) {
    // The presenter has shown what is wrong with the command line.
    case "ShowHelp":
      return { exitCode: exitCodes.usage, message: null }
    case "SqlError":
      return failed(`The database cannot be used: ${rootOf(error)}. Check DATABASE_URL.`)
    case "BlockRuleNotFound":
      return failed(`There is no rule ${idOf(error)}: \`gatehouse rules list\` shows them.`)
    case "BlocklistEntryNotFound":
      return failed(`There is no blocklist entry ${idOf(error)}: \`gatehouse blocklist list\` shows them.`)
    case "SubmissionNotFound":
      return failed(`There is no submission ${idOf(error)}: \`gatehouse submissions list\` shows them.`)
  }
  if (error instanceof Config.ConfigError) return failed(`A setting is wrong: ${error.message}`)
  // What the system refuses (a folder, a port) is the user's to change, whichever way it came here.
  const isExpected = Cause.hasFails(cause) || (error instanceof Error && "syscall" in error)
  const message = error instanceof Error && error.message !== "" ? error.message : String(error)
  return failed(isExpected ? message : `Unexpected: ${error instanceof Error ? error.stack ?? message : message}`)
}

const failed = (message: string): Refusal => ({ exitCode: exitCodes.failed, message })

const tagOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "_tag" in error ? error._tag : undefined

const idOf = (error: unknown): string => String((error as { readonly id: unknown }).id)

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
