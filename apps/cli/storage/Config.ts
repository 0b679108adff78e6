import { Config, ConfigProvider, Redacted, Schema } from "effect"
import { webRiskUrl } from "../../../adapters/webrisk/google/Vendor.ts"
import type { SettingName } from "../../server/settings/Settings.ts"

/** The settings that `serve` takes as flags as well. */
export interface ServeFlags {
  readonly host: string | undefined
  readonly port: number | undefined
  readonly isJson: boolean
}

type Overrides = Partial<Record<SettingName, string>>

/** The environment, with what stands on the command line before it. */
export const withServeFlags = ({ host, isJson, port }: ServeFlags): ConfigProvider.ConfigProvider => {
  const overrides: Overrides = {
    ...(host === undefined ? {} : { HOST: host }),
    ...(port === undefined ? {} : { PORT: String(port) }),
    ...(isJson ? { GATEHOUSE_LOG_FORMAT: "json" } : {})
  }
  return ConfigProvider.orElse(ConfigProvider.fromUnknown(overrides), ConfigProvider.fromEnv())
}

/** As whom reports go to Google's Web Risk, and where that is if a proxy stands before it; null where they do not. */
export const reporterConfig = Config.all({
  token: Config.withDefault(Config.Redacted("GATEHOUSE_WEB_RISK_TOKEN"), null),
  project: Config.withDefault(Config.NonEmptyString("GATEHOUSE_WEB_RISK_PROJECT"), null),
  url: Config.schema(
    Schema.String.check(
      Schema.makeFilter((text) => /^https?:/i.test(text) && URL.canParse(text), {
        message: "Expected an http or https address"
      })
    ),
    "GATEHOUSE_WEB_RISK_URL"
  ).pipe(Config.withDefault(webRiskUrl))
}).pipe(
  Config.map(({ project, token, url }) =>
    token === null || Redacted.value(token) === "" || project === null
      ? null
      : { project, token, url: url.replace(/(?<!\/)\/+$/, "") }
  )
)

/** Why nothing is reported without them. */
export const reportsOffText =
  "Nothing is reported to Google: set GATEHOUSE_WEB_RISK_PROJECT, and GATEHOUSE_WEB_RISK_TOKEN to what " +
  "`gcloud auth print-access-token` prints."

/** What other programs are started with: all that this one was. */
export const environmentOfTools = (): Readonly<Record<string, string | undefined>> => process.env
