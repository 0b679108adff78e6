import { ConfigProvider, Console, Effect } from "effect"
import { commandLine, exitCodeOf } from "../../apps/cli/Gatehouse.ts"

/** The output and the exit code of a command line. */
export interface CommandLineEnd {
  readonly exitCode: number
  readonly out: string
  readonly err: string
}

/**
 * Runs the command line in this process, with its own connection to the database, as a separate process has.
 *
 * Starting a process for each of hundreds of commands would take longer than the commands. `test/cli` tests the real program.
 */
export const runCommandLine = async (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string | undefined>>
): Promise<CommandLineEnd> => {
  const written = { out: "", err: "" }
  const to = (stream: keyof typeof written) => (...values: ReadonlyArray<unknown>) => {
    written[stream] += `${values.join(" ")}\n`
  }
  const heard: Console.Console = {
    ...globalThis.console,
    log: to("out"),
    info: to("out"),
    error: to("err"),
    warn: to("err")
  }
  const exit = await Effect.runPromiseExit(
    commandLine(args).pipe(
      Effect.provideService(Console.Console, heard),
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: env as Record<string, string> })))
    )
  )
  return { exitCode: exitCodeOf(exit), ...written }
}
