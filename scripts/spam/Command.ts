import { UnreadableMessage } from "./ReadMessages.ts"

/**
 * Reports whether the user can fix an error, which is then printed in one line. Other errors are bugs, and keep their
 * stack.
 */
const isExpectedError = (cause: unknown): cause is Error =>
  cause instanceof UnreadableMessage ||
  (cause instanceof Error && (
    cause.name === "SpamModelUnreadable" ||
    ("code" in cause && /^(?:ENOENT$|EACCES$|ERR_PARSE_ARGS)/.test(String(cause.code)))
  ))

/** Runs a command, or prints its help for `--help`. Exits with 1 after an error that the user can fix. */
export const runCommand = async (help: string, main: () => Promise<void> | void): Promise<void> => {
  if (process.argv.includes("--help")) return console.log(help)
  try {
    await main()
  } catch (cause) {
    if (!isExpectedError(cause)) throw cause
    console.error(cause.message)
    process.exitCode = 1
  }
}
