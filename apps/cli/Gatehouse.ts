import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Layer } from "effect"
import { CliConfig, Command, GlobalFlag } from "effect/cli"
import packageJson from "../../package.json" with { type: "json" }
import { runProcess } from "../server/process/RunProcess.ts"
import { accounts } from "./commands/accounts/Accounts.ts"
import { credits } from "./commands/accounts/Credits.ts"
import { keys } from "./commands/accounts/Keys.ts"
import { members } from "./commands/accounts/Members.ts"
import { people } from "./commands/accounts/People.ts"
import { rules } from "./commands/accounts/Rules.ts"
import { backupCommand, migrateCommand, restoreCommand } from "./commands/server/DatabaseCommands.ts"
import { serveCommand } from "./commands/server/Serve.ts"
import { shield } from "./commands/sites/Shield.ts"
import { sites } from "./commands/sites/Sites.ts"
import { blocklist } from "./commands/threats/Blocklist.ts"
import { check } from "./commands/threats/Check.ts"
import { feeds } from "./commands/threats/Feeds.ts"
import { leads } from "./commands/threats/Leads.ts"
import { submissions } from "./commands/threats/Submissions.ts"
import { Ended, exitCodes } from "./terminal/ExitCode.ts"
import { Json } from "./terminal/Output.ts"
import { layerLog, layerPresenter, printRefusal, refusalLine, refusalOf } from "./terminal/Presenter.ts"

export const gatehouse = Command.make("gatehouse").pipe(
  Command.withDescription(
    "Self-hosted threat screening and bot protection: the server and its administration."
  ),
  Command.withExamples([
    { command: "gatehouse serve", description: "Start the server" },
    { command: "gatehouse keys create --name website", description: "Create an API key, which is shown once" },
    { command: "gatehouse check email ann@gmial.com", description: "Check an address without a server" }
  ]),
  Command.withSubcommands([
    { group: "Server", commands: [serveCommand, migrateCommand, backupCommand, restoreCommand] },
    { group: "Accounts", commands: [accounts, members, people, keys, credits, rules, sites, shield] },
    { group: "Threats", commands: [check, feeds, blocklist, submissions, leads] }
  ]),
  Command.withGlobalFlags([Json])
)

/** Runs a command line. Failures have been reported when it fails; `exitCodeOf` returns the exit code. */
export const commandLine = (args: ReadonlyArray<string>): Effect.Effect<void, Ended> => {
  const isJson = wantsJson(args)
  return Command.runWith(gatehouse, { version: packageJson.version })(args).pipe(
    Effect.catchCause((cause) => {
      const { exitCode, message } = refusalOf(cause)
      const said = message === null ? Effect.void : printRefusal(message, isJson)
      return Effect.andThen(said, new Ended({ exitCode }))
    }),
    Effect.provide(Layer.mergeAll(layerPresenter(isJson), layerBuiltIns, layerLog(isJson), NodeServices.layer))
  )
}

export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number =>
  Exit.isSuccess(exit) ? exitCodes.done : refusalOf(exit.cause).exitCode

/** Runs one command line and ends the process with its exit code. */
export const main = (args: ReadonlyArray<string>): void => {
  const isJson = wantsJson(args)
  runProcess(commandLine(args), { exitCodeOf, failureLine: (message) => refusalLine(message, isJson) })
}

const layerBuiltIns = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })

/** Detected before parsing, because parse errors are JSON as well. */
const wantsJson = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  return args.slice(0, end < 0 ? undefined : end).some((arg) => arg === "--json" || arg === "--json=true")
}
