import { UnreadableMessage } from "./ReadMessages.ts"

/** What whoever started the command can mend: told in a line. Anything else is a fault of ours, and shown whole. */
const isRefusal = (cause: unknown): cause is Error =>
  cause instanceof UnreadableMessage ||
  (cause instanceof Error && (
    cause.name === "SpamModelUnreadable" ||
    ("code" in cause && /^(?:ENOENT$|EACCES$|ERR_PARSE_ARGS)/.test(String(cause.code)))
  ))

/** Runs a command, or says what it does; it ends with 1 where something has to be mended first. */
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
