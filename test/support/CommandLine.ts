import { ConfigProvider, Console, Effect } from "effect"
import { exitCodeOf, runGatehouse } from "../../apps/cli/Gatehouse.ts"

export interface CommandLineResult {
  readonly exitCode: number
  readonly out: string
  readonly err: string
}

/**
 * Runs the command line in this process, with a separate connection to the database.
 *
 * Starting a process for each of hundreds of commands would take longer than the commands. `test/cli` tests the real
 * program.
 */
export const runCommandLine = async (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string | undefined>>
): Promise<CommandLineResult> => {
  const output = { out: "", err: "" }
  const to = (stream: keyof typeof output) => (...values: ReadonlyArray<unknown>) => {
    output[stream] += `${values.join(" ")}\n`
  }
  const capturingConsole: Console.Console = {
    ...globalThis.console,
    log: to("out"),
    info: to("out"),
    error: to("err"),
    warn: to("err")
  }
  const exit = await Effect.runPromiseExit(
    runGatehouse(args).pipe(
      Effect.provideService(Console.Console, capturingConsole),
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromEnv({ env: env as Record<string, string> })))
    )
  )
  return { exitCode: exitCodeOf(exit), ...output }
}
