import { Config, ConfigProvider, Redacted, Schema } from "effect"
import { webRiskUrl } from "../../../adapters/webrisk/google/Vendor.ts"
import { withSecretFiles } from "../../server/settings/SecretFiles.ts"
import type { SettingName } from "../../server/settings/Settings.ts"

/** Settings that `serve` also accepts as flags. */
export interface ServeFlags {
  readonly host: string | undefined
  readonly port: number | undefined
  readonly isJson: boolean
}

type Overrides = Partial<Record<SettingName, string>>

/** Returns the environment variables, overridden by the flags of `serve`. */
export const withServeFlags = ({ host, isJson, port }: ServeFlags): ConfigProvider.ConfigProvider => {
  const overrides: Overrides = {
    ...(host === undefined ? {} : { HOST: host }),
    ...(port === undefined ? {} : { PORT: String(port) }),
    ...(isJson ? { GATEHOUSE_LOG_FORMAT: "json" } : {})
  }
  return ConfigProvider.orElse(ConfigProvider.fromUnknown(overrides), ConfigProvider.fromEnv())
}

/**
 * Credentials for reports to Google Web Risk, and its base URL. Null if a credential is missing, which disables
 * reports.
 */
export const reporterConfig = withSecretFiles(
  Config.all({
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
)

/** Message shown when the credentials for reporting to Google are missing. */
export const reportsOffText =
  "Reporting to Google is not configured. Set GATEHOUSE_WEB_RISK_PROJECT, and set GATEHOUSE_WEB_RISK_TOKEN to the output of " +
  "`gcloud auth print-access-token`."

/** Returns the environment for child processes, which inherit every variable. */
export const processEnvironment = (): Readonly<Record<string, string | undefined>> => process.env
