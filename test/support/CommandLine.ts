import { ConfigProvider, Console, Effect } from "effect"
import { commandLine, exitCodeOf } from "../../apps/cli/Gatehouse.ts"

/** What a command line wrote, and how it ended. */
export interface CommandLineEnd {
  readonly exitCode: number
  readonly out: string
  readonly err: string
}

/**
 * The command line in this process, which to a server is another one all the same. That it runs as a program too is for the tests in
 * `test/cli` to see; a process for each of hundreds of commands would take longer than all that they do.
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
