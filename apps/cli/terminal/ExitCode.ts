import { Schema } from "effect"

export const exitCodes = {
  success: 0,
  failed: 1,
  usage: 2,
  found: 3,
  /** No definite threat was found, but results that a person should review. */
  review: 4,
  /** 128 + 2 (SIGINT), as in shells. */
  interrupted: 130
} as const

/** Last lines of every help text. */
export const exitCodesHelp = `EXIT CODES
  0  done
  1  failed, entirely or partly; standard error or the result states the reason
  2  invalid command line
  3  \`check\` or \`blocklist check\` found a threat: a document to block, a listed URL, a malformed or disposable address, or spam
  4  \`check document\` or \`check lead\` found something to review (warn, review)

OUTPUT
  Results go to standard output, everything else to standard error.
  With --json a result is one line of JSON, and a failure is {"ok":false,"message":"…"} on standard error.`

/** Ends the command with an exit code. All output has already been written. */
export class CommandExit extends Schema.TaggedError<CommandExit>()("CommandExit", { exitCode: Schema.Int }) {}
