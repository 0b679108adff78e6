import { Cause } from "effect"
import { startFailureText } from "../../server/StartFailure.ts"
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
    case "BlockRuleNotFound":
      return failed(`There is no rule ${idOf(error)}: \`gatehouse rules list\` shows them.`)
    case "BlocklistEntryNotFound":
      return failed(`There is no blocklist entry ${idOf(error)}: \`gatehouse blocklist list\` shows them.`)
    case "LeadNotFound":
      return failed(
        `There is no lead ${
          idOf(error)
        }: \`gatehouse leads list\` shows them. They are kept as long as the request history.`
      )
    case "MemberNotFound":
      return failed(`There is no member ${idOf(error)}: \`gatehouse members list\` shows them.`)
    case "EmailTaken":
      return failed(
        "Somebody signs in with this address already. `gatehouse members reset-password ADDRESS` makes a link for a new password."
      )
    case "InvitationNotFound":
      return failed("There is no such open invitation: `gatehouse members list` shows them.")
    case "SubmissionNotFound":
      return failed(`There is no submission ${idOf(error)}: \`gatehouse submissions list\` shows them.`)
  }
  return failed(startFailureText(cause))
}

const failed = (message: string): Refusal => ({ exitCode: exitCodes.failed, message })

const tagOf = (error: unknown): unknown =>
  typeof error === "object" && error !== null && "_tag" in error ? error._tag : undefined

const idOf = (error: unknown): string => String((error as { readonly id: unknown }).id)
