/**
 * A process that carries out one command line after the other, each with its own environment, as `apps/cli/main.ts` does one:
 * to start a process takes a hundred times as long as most of them.
 */
import { ConfigProvider, Effect } from "effect"
import { commandLine, exitCodeOf } from "../../apps/cli/Gatehouse.ts"

export interface CommandAsked {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

export interface CommandTold {
  readonly exitCode: number
  readonly out: string
  readonly err: string
}

const said = { out: "", err: "" }

const take = (stream: NodeJS.WriteStream, name: keyof typeof said): void => {
  const write = (chunk: string | Uint8Array, ...rest: ReadonlyArray<unknown>): boolean => {
    said[name] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString("utf8")
    const written = rest.find((one) => typeof one === "function")
    if (written !== undefined) process.nextTick(written as () => void)
    return true
  }
  stream.write = write as typeof stream.write
}

const carryOut = async ({ args, env }: CommandAsked): Promise<CommandTold> => {
  said.out = ""
  said.err = ""
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
  const provider = ConfigProvider.fromEnv({ env })
  const exit = await Effect.runPromiseExit(
    Effect.provideService(commandLine(args), ConfigProvider.ConfigProvider, provider)
  )
  return { exitCode: exitCodeOf(exit), ...said }
}

if (process.send !== undefined) {
  take(process.stdout, "out")
  take(process.stderr, "err")
  process.on("message", (asked: CommandAsked) => void carryOut(asked).then((told) => process.send!(told)))
}
