import { UnreadableMessage } from "./ReadMessages.ts"

/** Errors that the user can fix, reported in one line. Any other error is a bug and is shown with its stack. */
const isRefusal = (cause: unknown): cause is Error =>
  cause instanceof UnreadableMessage ||
  (cause instanceof Error && (
    cause.name === "SpamModelUnreadable" ||
    ("code" in cause && /^(?:ENOENT$|EACCES$|ERR_PARSE_ARGS)/.test(String(cause.code)))
  ))

/** Runs a command, or prints its help. Exits with 1 if the user has to fix something first. */
export const runCommand = async (help: string, main: () => Promise<void> | void): Promise<void> => {
  if (process.argv.includes("--help")) return console.log(help)
  try {
    await main()
  } catch (cause) {
    if (!isRefusal(cause)) throw cause
    console.error(cause.message)
    process.exitCode = 1
  }
}
