import { Schema } from "effect"

export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  found: 3,
  /** No definite threat, but results that a person should review. */
  doubtful: 4,
  /** 128 + SIGINT, as in shells. */
  interrupted: 130
} as const

/** Last lines of every help text. */
export const exitCodesHelp = `EXIT CODES
  0  done
  1  it failed, in whole or in part: standard error or the result says why
  2  the command was not understood
  3  \`check\` or \`blocklist check\` found something bad: a document to block, a URL that is listed, a disposable address, spam
  4  \`check document\` or \`check lead\` found nothing worse than something to look at (warn, review)

OUTPUT
  Results go to standard output, everything else to standard error.
  With --json a result is one line of JSON, and a failure is {"ok":false,"message":"…"} on standard error.`

/** Ends the command with this exit code. All output has already been written. */
export class Ended extends Schema.TaggedError<Ended>()("Ended", { exitCode: Schema.Int }) {}
