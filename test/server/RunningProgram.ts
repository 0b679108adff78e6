import { ConfigProvider, Console, Effect, Exit, Fiber } from "effect"
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { startFailureText } from "../../apps/server/process/StartFailure.ts"
import { serve } from "../../apps/server/Program.ts"
import { postTo, type TestResponse } from "../support/Server.ts"
import { workerFolder } from "../support/WorkerEnd.ts"

export interface ProgramOptions {
  /** Settings in addition to the defaults of test servers. */
  readonly env?: Readonly<Record<string, string>>
  /** Folder of an earlier server, to start on its database. By default, a new folder. */
  readonly folder?: string
}

export interface RunningProgram {
  readonly baseUrl: string
  readonly port: number
  readonly folder: string
  readonly databaseUrl: string
  /** API key that the server shows on its first start. Empty on later starts. */
  readonly key: string
  /** Everything written so far to standard output and standard error. */
  readonly output: () => string
  /** Everything written so far to standard output. */
  readonly log: () => string
  readonly post: (path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<TestResponse>
  /** Stops the server as SIGTERM does, and waits until it has stopped. */
  readonly stop: () => Promise<void>
}

/**
 * Runs the code of `npm start` in the test's process, which costs a tenth of a separate process.
 *
 * Nothing else differs from the real server.
 */
export const startProgram = async ({ env, folder = newFolder() }: ProgramOptions = {}): Promise<RunningProgram> => {
  const settings = settingsOf(folder, env)
  let output = ""
  let log = ""
  let onLine = () => {}
  const write = (...parts: ReadonlyArray<unknown>) => {
    output += `${parts.join(" ")}\n`
    onLine()
  }
  const console = {
    ...globalThis.console,
    log: (...parts: ReadonlyArray<unknown>) => {
      log += `${parts.join(" ")}\n`
      write(...parts)
    },
    error: write
  }
  const fiber = Effect.runFork(
    serve.pipe(
      Effect.provideService(Console.Console, console),
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settings)))
    )
  )
  const ended = Effect.runPromise(Fiber.await(fiber))
  const port = await new Promise<number>((resolve, reject) => {
    onLine = () => {
      const [, port] = /listens on http:\/\/127\.0\.0\.1:(\d+)[^]*(?:keys create|curl -s)/.exec(output) ?? []
      if (port !== undefined) resolve(Number(port))
    }
    void ended.then((exit) =>
      reject(
        new Error(`The server did not start: ${Exit.isFailure(exit) ? startFailureText(exit.cause) : ""}\n${output}`)
      )
    )
  })
  const baseUrl = `http://127.0.0.1:${port}`
  return {
    baseUrl,
    port,
    folder,
    databaseUrl: settings.DATABASE_URL,
    key: /gh_live_\w+/.exec(output)?.[0] ?? "",
    output: () => output,
    log: () => log,
    post: (path, body, headers) => postTo(baseUrl + path, body, headers ?? {}),
    stop: async () => {
      await Effect.runPromise(Fiber.interrupt(fiber))
    }
  }
}

/** Returns the output of a failing start. */
export const runFailingStart = async (env: Readonly<Record<string, string>>, folder = newFolder()): Promise<string> => {
  const exit = await Effect.runPromiseExit(
    serve.pipe(
      Effect.provide(ConfigProvider.layer(ConfigProvider.fromUnknown(settingsOf(folder, env))))
    )
  )
  if (Exit.isSuccess(exit)) throw new Error("The server ended without a failure.")
  return startFailureText(exit.cause)
}

const newFolder = () => mkdtempSync(join(workerFolder(), "serving-"))

const settingsOf = (folder: string, env: Readonly<Record<string, string>> = {}) => ({
  HOST: "127.0.0.1",
  PORT: "0",
  DATABASE_URL: `sqlite:${join(folder, "gatehouse.db")}`,
  ...env
})
