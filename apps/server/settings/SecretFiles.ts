import { Config, ConfigProvider, Effect } from "effect"
import { readFileSync, statSync } from "node:fs"
import { settings } from "./Settings.ts"

/** Maximum size in bytes of a file that contains a secret. */
export const secretBytesMax = 64 * 1024

/** Suffix of variables that contain the path of a file with a secret. */
export const secretFileSuffix = "_FILE"

/** Secrets that only the command line reads. */
const commandLineSecrets: ReadonlyArray<string> = [
  "GATEHOUSE_WEB_RISK_TOKEN",
  "GATEHOUSE_API_KEY",
  "GATEHOUSE_MANAGEMENT_KEY"
]

const secretNames: ReadonlySet<string> = new Set([
  ...settings.flatMap((setting) => "isSecret" in setting ? [setting.name] : []),
  ...commandLineSecrets
])

/** Reports whether the value of a setting must not appear in messages. */
export const isSecretSetting = (name: string): boolean => secretNames.has(name)

/** Reports whether a variable contains the path of a file with a secret. */
export const isSecretFileSetting = (name: string): boolean =>
  name.endsWith(secretFileSuffix) && secretNames.has(name.slice(0, -secretFileSuffix.length))

/**
 * Reads secrets from files, as Docker, Kubernetes and systemd provide them. `DATABASE_URL_FILE=/run/secrets/database`
 * replaces `DATABASE_URL`. Fails if a variable and its `_FILE` variant are both set, or if the file cannot be read.
 */
export const withSecretFiles = <A>(config: Config.Config<A>): Effect.Effect<A, Config.ConfigError> =>
  Effect.flatMap(
    ConfigProvider.ConfigProvider,
    (provider) => Effect.provideService(config, ConfigProvider.ConfigProvider, readingSecretFiles(provider))
  )

const readingSecretFiles = (provider: ConfigProvider.ConfigProvider): ConfigProvider.ConfigProvider =>
  ConfigProvider.make((path) => {
    const [name] = path
    if (path.length !== 1 || typeof name !== "string" || !secretNames.has(name)) return provider.load(path)
    return Effect.flatMap(
      Effect.all([provider.load(path), provider.load([name + secretFileSuffix])]),
      ([own, file]) => file?.value === undefined ? Effect.succeed(own) : readSecret(name, file.value, own !== undefined)
    )
  })

const readSecret = (name: string, file: string, isSet: boolean) =>
  Effect.try({
    try: () => {
      if (isSet) throw new Error(`${name} and ${name}${secretFileSuffix} are both set. Remove one of them.`)
      return ConfigProvider.makeValue(readSecretFile(name, file))
    },
    catch: (cause) => new ConfigProvider.SourceError({ message: (cause as Error).message })
  })

const readSecretFile = (name: string, file: string): string => {
  const unreadable = (why: string) => new Error(`${name}${secretFileSuffix} names ${file}: ${why}.`)
  try {
    if (statSync(file).size > secretBytesMax) throw unreadable(`it is larger than ${secretBytesMax} bytes`)
    // Removes the line end that editors and `echo` write at the end of a file.
    const text = readFileSync(file, "utf8").replace(/\r?\n$/, "")
    if (text === "") throw unreadable("it is empty")
    return text
  } catch (cause) {
    if (cause instanceof Error && "code" in cause) throw unreadable(`it cannot be read (${String(cause.code)})`)
    throw cause
  }
}
