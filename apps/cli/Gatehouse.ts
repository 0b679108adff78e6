import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Exit, Layer } from "effect"
import { CliConfig, Command, GlobalFlag } from "effect/cli"
import packageJson from "../../package.json" with { type: "json" }
import { runProcess } from "../server/process/RunProcess.ts"
import { CommandExit, exitCodes } from "./terminal/ExitCode.ts"
import { JsonFlag } from "./terminal/Output.ts"
import { failureLine, failureOf, layerLog, layerPresenter, printFailure } from "./terminal/Presenter.ts"

/** Commands by group, in the order of the help text. Each is loaded only if it is needed. */
const commands = [
  { group: "Server", name: "serve", load: async () => (await import("./commands/server/Serve.ts")).serveCommand },
  { group: "Server", name: "manage", load: async () => (await import("./commands/server/Manage.ts")).manageCommand },
  { group: "Server", name: "mcp", load: async () => (await import("./commands/server/Mcp.ts")).mcpCommand },
  { group: "Server", name: "health", load: async () => (await import("./commands/server/Health.ts")).healthCommand },
  {
    group: "Server",
    name: "migrate",
    load: async () => (await import("./commands/server/DatabaseCommands.ts")).migrateCommand
  },
  {
    group: "Server",
    name: "backup",
    load: async () => (await import("./commands/server/DatabaseCommands.ts")).backupCommand
  },
  {
    group: "Server",
    name: "restore",
    load: async () => (await import("./commands/server/DatabaseCommands.ts")).restoreCommand
  },
  {
    group: "Accounts",
    name: "accounts",
    load: async () => (await import("./commands/accounts/Accounts.ts")).accountsCommand
  },
  {
    group: "Accounts",
    name: "members",
    load: async () => (await import("./commands/accounts/Members.ts")).membersCommand
  },
  {
    group: "Accounts",
    name: "people",
    load: async () => (await import("./commands/accounts/People.ts")).peopleCommand
  },
  { group: "Accounts", name: "keys", load: async () => (await import("./commands/accounts/Keys.ts")).keysCommand },
  {
    group: "Accounts",
    name: "management-keys",
    load: async () => (await import("./commands/accounts/ManagementKeys.ts")).managementKeysCommand
  },
  {
    group: "Accounts",
    name: "credits",
    load: async () => (await import("./commands/accounts/Credits.ts")).creditsCommand
  },
  { group: "Accounts", name: "rules", load: async () => (await import("./commands/accounts/Rules.ts")).rulesCommand },
  { group: "Accounts", name: "sites", load: async () => (await import("./commands/sites/Sites.ts")).sitesCommand },
  { group: "Accounts", name: "shield", load: async () => (await import("./commands/sites/Shield.ts")).shieldCommand },
  {
    group: "Accounts",
    name: "webhooks",
    load: async () => (await import("./commands/webhooks/Webhooks.ts")).webhooksCommand
  },
  { group: "Threats", name: "check", load: async () => (await import("./commands/threats/Check.ts")).checkCommand },
  { group: "Threats", name: "feeds", load: async () => (await import("./commands/threats/Feeds.ts")).feedsCommand },
  {
    group: "Threats",
    name: "blocklist",
    load: async () => (await import("./commands/threats/Blocklist.ts")).blocklistCommand
  },
  {
    group: "Threats",
    name: "submissions",
    load: async () => (await import("./commands/threats/Submissions.ts")).submissionsCommand
  },
  { group: "Threats", name: "leads", load: async () => (await import("./commands/threats/Leads.ts")).leadsCommand }
]

/**
 * Loads the command line. If the arguments begin with the name of a command, loads only that command, because loading
 * all of them takes longer than many a check. Shell completions cover all commands.
 */
export const loadGatehouseCommand = async (args: ReadonlyArray<string>) => {
  const named = commands.filter(({ name }) => name === args[0])
  const isComplete = named.length === 0 || args.some((arg) => arg.startsWith("--completions"))
  const loaded = await Promise.all(
    (isComplete ? commands : named).map(async ({ group, load }) => ({ group, command: await load() }))
  )
  const groups = [...new Set(loaded.map(({ group }) => group))]
  return Command.make("gatehouse").pipe(
    Command.withDescription(
      "Self-hosted threat screening and bot protection: the server and its administration."
    ),
    Command.withExamples([
      { command: "gatehouse serve", description: "Start the server" },
      { command: "gatehouse keys create --name website", description: "Create an API key, which is shown once" },
      { command: "gatehouse check email ann@gmial.com", description: "Check an address without a server" }
    ]),
    Command.withSubcommands(
      groups.map((group) => ({
        group,
        commands: loaded.filter((entry) => entry.group === group).map(({ command }) => command)
      }))
    ),
    Command.withGlobalFlags([JsonFlag])
  )
}

/** Runs a command line and prints any failure. `exitCodeOf` returns the exit code of the result. */
export const runGatehouse = (args: ReadonlyArray<string>): Effect.Effect<void, CommandExit> => {
  const isJson = wantsJson(args)
  return Effect.promise(() => loadGatehouseCommand(args)).pipe(
    Effect.flatMap((command) => Command.runWith(command, { version: packageJson.version })(args)),
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
