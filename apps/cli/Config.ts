import { ConfigProvider } from "effect"
import type { settings } from "../server/Config.ts"

/** The settings that `serve` takes as flags as well. */
export interface ServeFlags {
  readonly host: string | undefined
  readonly port: number | undefined
  readonly isJson: boolean
}

type Overrides = Partial<Record<typeof settings[number]["name"], string>>

/** The environment, with what stands on the command line before it. */
export const withServeFlags = ({ host, isJson, port }: ServeFlags): ConfigProvider.ConfigProvider => {
  const overrides: Overrides = {
    ...(host === undefined ? {} : { HOST: host }),
    ...(port === undefined ? {} : { PORT: String(port) }),
    ...(isJson ? { GATEHOUSE_LOG_FORMAT: "json" } : {})
  }
  return ConfigProvider.orElse(ConfigProvider.fromUnknown(overrides), ConfigProvider.fromEnv())
}
