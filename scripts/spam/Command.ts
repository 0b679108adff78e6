import { UnreadableMessage } from "./ReadMessages.ts"

/** What whoever started the command can mend: told in a line. Anything else is a fault of ours, and shown whole. */
const isRefusal = (cause: unknown): cause is Error =>
  cause instanceof UnreadableMessage ||
  (cause instanceof Error && (
    cause.name === "SpamModelUnreadable" ||
    ("code" in cause && /^(?:ENOENT$|EACCES$|ERR_PARSE_ARGS)/.test(String(cause.code)))
  ))

/** Runs a command; it ends with 1 where something has to be mended first. */
export const runCommand = async (main: () => Promise<void> | void): Promise<void> => {
  try {
    await main()
  } catch (cause) {
    if (!isRefusal(cause)) throw cause
    console.error(cause.message)
    process.exitCode = 1
  }
}
