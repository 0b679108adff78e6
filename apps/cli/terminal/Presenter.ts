import { Cause, Console, Effect, Layer, Logger, References } from "effect"
import { CliOutput } from "effect/cli"
import { redact } from "../../server/process/Logging.ts"
import { propertyOf, startFailureText } from "../../server/process/StartFailure.ts"
import { CommandExit, exitCodes, exitCodesHelp } from "./ExitCode.ts"

/** Prints help to standard output, and usage errors to standard error. */
export const layerPresenter = (isJson: boolean) =>
  CliOutput.layerPresenter({
    present: (event) => {
      const formatter = CliOutput.defaultFormatter()
      switch (event._tag) {
        case "Version":
          return Console.log(isJson ? JSON.stringify({ name: event.name, version: event.version }) : event.version)
        case "Help":
          if (isJson && event.reason === "Implicit") {
            return printFailure(`Specify a command. See \`${event.commandPath.join(" ")} --help\`.`, isJson)
          }
          return Console.log(`${formatter.formatHelpDoc(event.helpDoc)}\n\n${exitCodesHelp}`)
        case "InvalidInvocation": {
          const errors = event.errors.map((error) => formatter.formatCliError(error)).join("\n")
          return printFailure(`${errors}\nSee \`${event.commandPath.join(" ")} --help\`.`, isJson)
        }
      }
    }
  })

export const printFailure = (message: string, isJson: boolean): Effect.Effect<void> =>
  Console.error(failureLine(message, isJson))

/** Returns a failure message for standard error: the message, or with `--json` one line of JSON. */
export const failureLine = (message: string, isJson: boolean): string =>
  isJson ? JSON.stringify({ ok: false, message }) : message

/** Logs warnings and errors to standard error: as sentences, or with `--json` as lines of JSON. */
export const layerLog = (isJson: boolean) =>
  Layer.mergeAll(
    // Standard output is reserved for results.
    Logger.layer([Logger.withConsoleError(Logger.map(isJson ? Logger.formatJson : humanReadableLogger, redact))]),
    Layer.succeed(References.MinimumLogLevel, "Warn")
  )

const humanReadableLogger = Logger.make<unknown, string>(({ cause, logLevel, message }) => {
  const text = [message].flat().map((part) => typeof part === "string" ? part : JSON.stringify(part)).join(" ")
  const causeText = cause.reasons.length === 0 ? "" : `\n${Cause.pretty(cause)}`
  return `${logLevel === "Warn" ? "Warning" : logLevel}: ${text}${causeText}`
})

interface CommandFailure {
  readonly exitCode: number
  /** Problem and remedy; null if already printed. */
  readonly message: string | null
}

/** Returns the exit code and message of a failed command. */
export const failureOf = (cause: Cause.Cause<unknown>): CommandFailure => {
  if (Cause.hasInterruptsOnly(cause)) return { exitCode: exitCodes.interrupted, message: null }
  const error = Cause.squash(cause)
  if (error instanceof CommandExit) return { exitCode: error.exitCode, message: null }
  switch (tagOf(error)) {
    // The presenter has already printed the usage error.
    case "ShowHelp":
      return { exitCode: exitCodes.usage, message: null }
    case "BlockRuleNotFound":
      return generalFailure(`There is no rule ${idOf(error)}. Run \`gatehouse rules list\` to see all rules.`)
    case "BlocklistEntryNotFound":
      return generalFailure(
        `There is no blocklist entry ${idOf(error)}. Run \`gatehouse blocklist list\` to see all entries.`
      )
    case "LeadNotFound":
      return generalFailure(
        `There is no lead ${
          idOf(error)
        }. Run \`gatehouse leads list\` to see all leads. They are kept as long as the request history.`
      )
    case "MemberNotFound":
      return generalFailure(`There is no member ${idOf(error)}. Run \`gatehouse members list\` to see all members.`)
    case "EmailTaken":
      return generalFailure(
        "A member with this email address already exists. `gatehouse members reset-password ADDRESS` resets the password."
      )
    case "InvitationNotFound":
      return generalFailure("There is no such open invitation. Run `gatehouse members list` to see all invitations.")
    case "SubmissionNotFound":
      return generalFailure(
        `There is no submission ${idOf(error)}. Run \`gatehouse submissions list\` to see all submissions.`
      )
  }
  return generalFailure(startFailureText(cause))
}

const generalFailure = (message: string): CommandFailure => ({ exitCode: exitCodes.failed, message })

const tagOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "_tag" in error ? error._tag : undefined

const idOf = (error: unknown): string => String(propertyOf(error, "id"))
