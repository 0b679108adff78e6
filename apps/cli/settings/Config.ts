import { Config, ConfigProvider, Effect, Redacted, Schema } from "effect"
import { uploadBytesMaxDefault } from "../../../core/documents/ReceivedBytes.ts"
import { trimEnd } from "../../../core/kernel/TrimEnd.ts"
import { withSecretFiles } from "../../server/settings/SecretFiles.ts"
import { integerOrDefault } from "../../server/settings/SettingParsers.ts"

export const serverUrlDefault = "http://127.0.0.1:8080"

/** Settings of `gatehouse mcp`. */
export interface AgentConfig {
  /** URL of the server without a trailing slash. */
  readonly serverUrl: string
  /** API key; null if none is set. */
  readonly apiKey: Redacted.Redacted | null
  /** Maximum size in bytes of a local document. The default is the default limit of a server. */
  readonly uploadBytesMax: number
}

const serverUrlMessage = "Expected an http or https address without credentials, such as https://gatehouse.example.com"

const isServerUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "" &&
    url.search === "" && url.hash === ""
}

const ServerUrl = Schema.String.check(Schema.makeFilter(isServerUrl, { message: serverUrlMessage }))

const KeyText = Schema.String.check(
  Schema.makeFilter((text: string) => /^[!-~]+$/.test(text), { message: "Expected a key without spaces and line ends" })
)

const serverUrlConfig = Config.schema(ServerUrl, "GATEHOUSE_SERVER").pipe(
  Config.withDefault(serverUrlDefault),
  Config.map((url) => trimEnd(url, (sign) => sign === "/"))
)

const keyConfig = (name: string) =>
  Config.schema(KeyText, name).pipe(Config.map((key) => Redacted.make(key)), Config.withDefault(null))

const agentConfig = withSecretFiles(
  Config.all({
    serverUrl: serverUrlConfig,
    apiKey: keyConfig("GATEHOUSE_API_KEY"),
    uploadBytesMax: integerOrDefault("GATEHOUSE_UPLOAD_BYTES_MAX", 1, 1_073_741_824, uploadBytesMaxDefault)
  })
)

/** Settings of `gatehouse manage`. */
export interface ManagementConfig {
  /** URL of the server without a trailing slash. */
  readonly serverUrl: string
  /** Management key; null if none is set. */
  readonly managementKey: Redacted.Redacted | null
}

const managementConfig = withSecretFiles(
  Config.all({ serverUrl: serverUrlConfig, managementKey: keyConfig("GATEHOUSE_MANAGEMENT_KEY") })
)

/** Reads the settings of `gatehouse mcp`. `serverUrl` overrides `GATEHOUSE_SERVER`. */
export const readAgentConfig = (serverUrl: string | undefined): Effect.Effect<AgentConfig, Config.ConfigError> =>
  readWithServer(agentConfig, serverUrl)

/** Reads the settings of `gatehouse manage`. `serverUrl` overrides `GATEHOUSE_SERVER`. */
export const readManagementConfig = (
  serverUrl: string | undefined
): Effect.Effect<ManagementConfig, Config.ConfigError> => readWithServer(managementConfig, serverUrl)

const readWithServer = <A>(config: Effect.Effect<A, Config.ConfigError>, serverUrl: string | undefined) =>
  Effect.flatMap(ConfigProvider.ConfigProvider, (environment) => {
    const overrides = serverUrl === undefined ? {} : { GATEHOUSE_SERVER: serverUrl }
    const provider = ConfigProvider.orElse(ConfigProvider.fromUnknown(overrides), environment)
    return Effect.provideService(config, ConfigProvider.ConfigProvider, provider)
  })

/** Reports whether requests would cross a network without encryption. */
export const isUnencrypted = (serverUrl: string): boolean => {
  const { hostname, protocol } = new URL(serverUrl)
  return protocol === "http:" && !/^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}
