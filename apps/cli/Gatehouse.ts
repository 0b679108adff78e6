import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Layer } from "effect"
import { CliConfig, Command, GlobalFlag } from "effect/cli"
import packageJson from "../../package.json" with { type: "json" }
import { runProcess } from "../server/process/RunProcess.ts"
import { accountsCommand } from "./commands/accounts/Accounts.ts"
import { creditsCommand } from "./commands/accounts/Credits.ts"
import { keysCommand } from "./commands/accounts/Keys.ts"
import { managementKeysCommand } from "./commands/accounts/ManagementKeys.ts"
import { membersCommand } from "./commands/accounts/Members.ts"
import { peopleCommand } from "./commands/accounts/People.ts"
import { rulesCommand } from "./commands/accounts/Rules.ts"
import { backupCommand, migrateCommand, restoreCommand } from "./commands/server/DatabaseCommands.ts"
import { healthCommand } from "./commands/server/Health.ts"
import { manageCommand } from "./commands/server/Manage.ts"
import { mcpCommand } from "./commands/server/Mcp.ts"
import { serveCommand } from "./commands/server/Serve.ts"
import { shieldCommand } from "./commands/sites/Shield.ts"
import { sitesCommand } from "./commands/sites/Sites.ts"
import { blocklistCommand } from "./commands/threats/Blocklist.ts"
import { checkCommand } from "./commands/threats/Check.ts"
import { feedsCommand } from "./commands/threats/Feeds.ts"
import { leadsCommand } from "./commands/threats/Leads.ts"
import { submissionsCommand } from "./commands/threats/Submissions.ts"
import { webhooksCommand } from "./commands/webhooks/Webhooks.ts"
import { CommandExit, exitCodes } from "./terminal/ExitCode.ts"
import { JsonFlag } from "./terminal/Output.ts"
import { failureLine, failureOf, layerLog, layerPresenter, printFailure } from "./terminal/Presenter.ts"

export const gatehouseCommand = Command.make("gatehouse").pipe(
  Command.withDescription(
    "Self-hosted threat screening and bot protection: the server and its administration."
  ),
  Command.withExamples([
    { command: "gatehouse serve", description: "Start the server" },
    { command: "gatehouse keys create --name website", description: "Create an API key, which is shown once" },
    { command: "gatehouse check email ann@gmial.com", description: "Check an address without a server" }
  ]),
  Command.withSubcommands([
    {
      group: "Server",
      commands: [serveCommand, manageCommand, mcpCommand, healthCommand, migrateCommand, backupCommand, restoreCommand]
    },
    {
      group: "Accounts",
      commands: [
        accountsCommand,
        membersCommand,
        peopleCommand,
        keysCommand,
        managementKeysCommand,
        creditsCommand,
        rulesCommand,
        sitesCommand,
        shieldCommand,
        webhooksCommand
      ]
    },
    { group: "Threats", commands: [checkCommand, feedsCommand, blocklistCommand, submissionsCommand, leadsCommand] }
  ]),
  Command.withGlobalFlags([JsonFlag])
)

/** Runs a command line and prints any failure. `exitCodeOf` returns the exit code of the result. */
export const runGatehouse = (args: ReadonlyArray<string>): Effect.Effect<void, CommandExit> => {
  const isJson = wantsJson(args)
  return Command.runWith(gatehouseCommand, { version: packageJson.version })(args).pipe(
    Effect.catchCause((cause) => {
      const { exitCode, message } = failureOf(cause)
      const print = message === null ? Effect.void : printFailure(message, isJson)
      return Effect.andThen(print, new CommandExit({ exitCode }))
    }),
    Effect.provide(Layer.mergeAll(layerPresenter(isJson), layerBuiltIns, layerLog(isJson), NodeServices.layer))
  )
}

export const exitCodeOf = (exit: Exit.Exit<unknown, unknown>): number =>
  Exit.isSuccess(exit) ? exitCodes.success : failureOf(exit.cause).exitCode

/** Runs a command line, and ends the process with the exit code of the result. */
export const main = (args: ReadonlyArray<string>): void => {
  const isJson = wantsJson(args)
  runProcess(runGatehouse(args), { exitCodeOf, failureLine: (message) => failureLine(message, isJson) })
}

const layerBuiltIns = CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })

/** Reports whether to print JSON. It examines the arguments before parsing, because parse errors are JSON as well. */
const wantsJson = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  return args.slice(0, end < 0 ? undefined : end).some((arg) => arg === "--json" || arg === "--json=true")
}
