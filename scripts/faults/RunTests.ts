/**
 * Runs tests of the repository copy in the working directory when the parent process sends a request.
 *
 * Vitest stays loaded between runs. Each run starts new worker processes.
 */
import { join } from "node:path"
import { createVitest, type TestModule, type TestRunResult } from "vitest/node"
import type { FailedTest, RunReply, RunRequest } from "./Messages.ts"

const root = process.cwd()
const [mode] = process.argv.slice(2) as [string]
const timeoutMillis = 30_000
const hookTimeoutMillis = 60_000

const silent = {}
const vitest = await createVitest("test", { root, mode, watch: false, reporters: [silent] }, {
  cacheDir: join(root, ".vitest")
})
for (const { config } of vitest.projects) {
  config.maxWorkers = 1
  config.sequence.groupOrder = 0
  config.testTimeout = Math.min(config.testTimeout, timeoutMillis)
  config.hookTimeout = Math.min(config.hookTimeout, hookTimeoutMillis)
  config.setupFiles = [join(import.meta.dirname, "NameTestFile.ts"), ...config.setupFiles]
}

const firstFailure = ({ testModules, unhandledErrors }: TestRunResult): FailedTest | null => {
  for (const module of testModules) {
    if (module.state() !== "failed") continue
    const [test] = module.children.allTests("failed")
    const errors = test?.result().errors ?? [...module.errors(), ...suiteErrors(module)]
    return { file: module.relativeModuleId, test: test?.fullName ?? "", message: textOf(errors[0]) }
  }
  return unhandledErrors.length === 0 ? null : { file: "", test: "", message: textOf(unhandledErrors[0]) }
}

const suiteErrors = (module: TestModule) => [...module.children.allSuites()].flatMap((suite) => suite.errors())

const messageMax = 300

const textOf = (error: unknown): string =>
  (error instanceof Object && "message" in error ? String(error.message) : String(error)).slice(0, messageMax)

/** Stops the process that runs the tests' commands, because it has loaded the sources of the previous run. */
const stopCommands = async (): Promise<void> => {
  const { onDemandUrl } = vitest.getRootProject().getProvidedContext()
  if (onDemandUrl !== undefined) await fetch(`${onDemandUrl}/commands`, { method: "DELETE" })
}

const run = async ({ bail, build, changed, files }: RunRequest): Promise<RunReply> => {
  for (const file of changed) vitest.invalidateFile(join(root, file))
  await stopCommands()
  if (build) (await import(join(root, "scripts/BuildWidget.ts"))).buildWidget()
  for (const { config } of vitest.projects) config.bail = bail ? 1 : 0
  vitest.config.bail = bail ? 1 : 0
  vitest.state.filesMap.clear()
  vitest.state.errorsSet.clear()
  const specifications = files.flatMap((file) => vitest.getModuleSpecifications(join(root, file)))
  const result = await vitest.runTestSpecifications(specifications)
  return {
    files: result.testModules.map((module) => {
      const { collectDuration, duration, prepareDuration, setupDuration } = module.diagnostic()
      return {
        file: module.relativeModuleId,
        passed: module.state() !== "failed",
        seconds: (collectDuration + duration + prepareDuration + setupDuration) / 1_000
      }
    }),
    failure: firstFailure(result)
  }
}

await vitest.globTestSpecifications()
process.on("message", (request: RunRequest | "close") => {
  if (request === "close") void vitest.close().finally(() => process.exit())
  else {
    run(request).then(
      (reply) => process.send!(reply),
      (error: unknown) => process.send!({ error: String(error instanceof Error ? error.stack : error) })
    )
  }
})
// Exits if the parent process has ended.
process.on("disconnect", () => process.exit())
process.send!({ ready: true })
