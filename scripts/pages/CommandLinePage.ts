import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, Option } from "effect"
import { CliOutput, Command, type HelpDoc } from "effect/cli"
import { loadGatehouseCommand } from "../../apps/cli/Gatehouse.ts"
import packageJson from "../../package.json" with { type: "json" }
import { escapeMarkdown, tableCell } from "./Markdown.ts"

/** Returns `docs/reference/command-line.md`: every command with its arguments and flags. */
export const commandLinePage = async (): Promise<string> => {
  const root = await helpOf([])
  const groups = root.subcommands ?? []
  const parts = await Promise.all(groups.map(async ({ commands, group }) => {
    const sections = await Promise.all(commands.map(({ name }) => commandSections([name])))
    return [`## ${group}`, ...sections.flat()].join("\n\n")
  }))
  return [introduction, ...parts, footer].join("\n\n")
}

const introduction = `# Command line

This page lists every command of \`gatehouse\` with its arguments and flags.

Run the commands in the folder of Gatehouse, with the same environment variables as the server:

\`\`\`sh
./gatehouse --help
\`\`\`

Run it in the folder of Gatehouse. It uses the Node version that \`npm ci\` installed. On Windows, run \`npm run gatehouse --\` instead. In the
rest of the documentation, \`gatehouse\` stands for \`./gatehouse\`.

## Output and exit codes

Results go to standard output, everything else to standard error. With \`--json\`, a result is one line of JSON, and a failure is
\`{"ok":false,"message":"…"}\` on standard error.

| Exit code | Meaning |
|---|---|
| 0 | The command succeeded. |
| 1 | The command failed, in whole or in part. Standard error or the result says why. |
| 2 | The command line is invalid. |
| 3 | \`check\` or \`blocklist check\` found a threat: a blocked document, a listed URL, a malformed or disposable address, or spam. |
| 4 | The worst result of \`check document\` or \`check lead\` was \`warn\` or \`review\`. |
| 130 | The command was interrupted, for example with Ctrl+C. |

Every command accepts \`--help\` and \`--json\`. \`gatehouse --version\` prints the version, and \`gatehouse --completions bash\` a completion
script for your shell (\`bash\`, \`zsh\`, \`fish\` or \`pwsh\`).`

const footer = "<!-- Generated from the commands in apps/cli by `npm run docs`. -->\n"

/** Returns the help that the command line would print for a command. */
const helpOf = async (path: ReadonlyArray<string>): Promise<HelpDoc.HelpDoc> => {
  let found: HelpDoc.HelpDoc | undefined
  const present = (event: CliOutput.Presenter.Event): Effect.Effect<void> =>
    Effect.sync(() => {
      if (event._tag === "Help") found = event.helpDoc
    })
  const command = await loadGatehouseCommand(path)
  await Effect.runPromise(
    Command.runWith(command, { version: packageJson.version })([...path, "--help"]).pipe(
      Effect.provide([CliOutput.layerPresenter({ present }), NodeServices.layer])
    )
  )
  if (found === undefined) throw new Error(`gatehouse ${path.join(" ")} has no help`)
  return found
}

/** Returns one section for a command, and one for each of its subcommands. */
const commandSections = async (path: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const help = await helpOf(path)
  const commands = (help.subcommands ?? []).flatMap(({ commands }) => commands)
  const below = await Promise.all(commands.map(({ name }) => commandSections([...path, name])))
  return [section(path, help), ...below.flat()]
}

const section = (path: ReadonlyArray<string>, help: HelpDoc.HelpDoc): string => {
  const heading = `${"#".repeat(path.length + 2)} gatehouse ${path.join(" ")}`
  if (help.subcommands !== undefined) return `${heading}\n\n${escapeMarkdown(help.description)}`
  return [heading, escapeMarkdown(help.description), usage(help), inputs(help), examples(help)]
    .filter((part) => part !== "").join("\n\n")
}

const usage = ({ usage }: HelpDoc.HelpDoc): string => `\`\`\`\n${usage}\n\`\`\``

const inputs = ({ args = [], flags }: HelpDoc.HelpDoc): string => {
  const rows = [
    ...args.map(({ description, name, required }) => row(required ? `<${name}>` : `[${name}]`, description)),
    ...flags.map(({ description, name, type }) =>
      row(type === "boolean" ? `--${name}` : `--${name} ${type}`, description)
    )
  ]
  return rows.length === 0 ? "" : ["| Argument or flag | Meaning |", "|---|---|", ...rows].join("\n")
}

const row = (name: string, description: Option.Option<string>): string =>
  `| \`${name}\` | ${tableCell(Option.getOrElse(description, () => ""))} |`

const examples = ({ examples = [] }: HelpDoc.HelpDoc): string =>
  examples.length === 0
    ? ""
    : `\`\`\`sh\n${
      examples.map(({ command, description }) => `${description === undefined ? "" : `# ${description}\n`}${command}`)
        .join("\n\n")
    }\n\`\`\``
