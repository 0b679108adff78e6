import { parseArgs } from "node:util"

interface Option {
  /**
   * Placeholder of the value in the help, such as `N` or `URL`. An option without a placeholder takes no value, and is
   * parsed as `yes`.
   */
  readonly value?: string
  readonly description: string
  readonly fallback?: string
  /** Description of the default, which the help shows instead of the value. */
  readonly fallbackLabel?: string
}

export interface ScriptDefinition<Names extends string> {
  /** Usage line of the help, such as `node scripts/seed.ts --database URL`. */
  readonly usage: string
  /** Sentence that describes the script in the help. */
  readonly description: string
  readonly options: Readonly<Record<Names, Option>>
  /** Maximum number of positional arguments. */
  readonly positionalsMax?: number
  readonly example: string
  /** Returns a sentence about a problem with the arguments; null if they are valid. */
  readonly problemOf: (given: ParsedArguments<Names>) => string | null
}

export interface ParsedArguments<Names extends string> {
  readonly values: Readonly<Partial<Record<Names, string>>>
  readonly positionals: ReadonlyArray<string>
}

/** Result of parsing a command line: arguments, a help text, or an error. */
export type ParseResult<Names extends string> =
  | { readonly is: "given"; readonly given: ParsedArguments<Names> }
  | { readonly is: "help"; readonly text: string }
  | { readonly is: "wrong"; readonly message: string }

export const parseScriptArguments = <Names extends string>(
  script: ScriptDefinition<Names>,
  args: ReadonlyArray<string>
): ParseResult<Names> => {
  const wrong = (message: string) => ({ is: "wrong", message: `${message}\nTry --help.` }) as const
  const known = Object.entries<Option>(script.options).map(([name, { fallback, value }]) =>
    [
      name,
      { type: value === undefined ? "boolean" : "string", ...fallback === undefined ? {} : { default: fallback } }
    ] as const
  )
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...Object.fromEntries(known), help: { type: "boolean", short: "h", default: false } }
    })
    const { help, ...others } = values
    if (help) return { is: "help", text: formatHelp(script) }
    const extra = positionals[script.positionalsMax ?? 0]
    if (extra !== undefined) return wrong(`Unexpected argument "${extra}".`)
    const texts = Object.entries(others).map(([name, value]) => [name, value === true ? "yes" : value])
    const given = { values: Object.fromEntries(texts) as ParsedArguments<Names>["values"], positionals }
    const problem = script.problemOf(given)
    return problem === null ? { is: "given", given } : wrong(problem)
  } catch (error) {
    // Keeps the first sentence, which names the option. The rest is about arguments that start with a dash.
    if (error instanceof TypeError) return wrong(error.message.replace(/(?<=['"])\. To specify [^]*/, "."))
    throw error
  }
}

/** Returns the arguments of the script. With `--help` or invalid arguments, exits with 0 or 2. */
export const readScriptArguments = <Names extends string>(script: ScriptDefinition<Names>): ParsedArguments<Names> => {
  const read = parseScriptArguments(script, process.argv.slice(2))
  if (read.is === "given") return read.given
  if (read.is === "help") console.log(read.text)
  else console.error(read.message)
  process.exit(read.is === "help" ? 0 : 2)
}

const formatHelp = ({ description, example, options, usage }: ScriptDefinition<string>): string => {
  const lines = Object.entries(options).map(([name, { description, fallback, fallbackLabel = fallback, value }]) =>
    [
      value === undefined ? `--${name}` : `--${name} ${value}`,
      fallbackLabel === undefined ? description : `${description} (default: ${fallbackLabel})`
    ] as const
  )
  const all = [...lines, ["-h, --help", "Show this and end"] as const]
  const width = Math.max(...all.map(([option]) => option.length))
  return `${description}

USAGE
  ${usage}

OPTIONS
${all.map(([option, says]) => `  ${option.padEnd(width)}  ${says}`).join("\n")}

EXAMPLE
  ${example}`
}
