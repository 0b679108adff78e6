import { Config, Redacted, Schema } from "effect"
import { parseNetwork } from "../../../core/kernel/networks/Network.ts"
import type { SettingName } from "./Settings.ts"

export const integerInRange = (name: SettingName, minimum: number, maximum: number): Config.Config<number> =>
  Config.schema(Schema.FiniteFromString.check(Schema.isInt(), Schema.isBetween({ minimum, maximum })), name)

export const integerOrDefault = (
  name: SettingName,
  minimum: number,
  maximum: number,
  fallback: number
): Config.Config<number> => Config.withDefault(integerInRange(name, minimum, maximum), fallback)

export const oneOfOrDefault = <const L extends readonly [string, ...Array<string>]>(
  name: SettingName,
  literals: L,
  fallback: L[number]
) => Config.withDefault(Config.Literals(literals, name), fallback)

export const textOrNull = (name: SettingName): Config.Config<string | null> =>
  Config.withDefault(Config.NonEmptyString(name), null)

/** Key to be sent in a header. A copied line end or space would make every request fail, so it is refused. */
export const keyOrNull = (name: SettingName): Config.Config<Redacted.Redacted | null> => {
  const isKey = Schema.makeFilter((text: string) => /^[!-~]+$/.test(text), {
    message: "Expected a key without spaces and line ends"
  })
  return Config.withDefault(
    Config.map(Config.schema(Schema.String.check(isKey), name), (key) => Redacted.make(key)),
    null
  )
}

const splitList = (text: string | null): ReadonlyArray<string> =>
  text?.split(",").map((item) => item.trim()).filter((item) => item !== "") ?? []

export const stringList = (name: SettingName): Config.Config<ReadonlyArray<string>> =>
  Config.map(textOrNull(name), splitList)

export const networkList = (name: SettingName): Config.Config<ReadonlyArray<string>> => {
  const areNetworks = Schema.makeFilter(
    (text: string) => splitList(text).every((item) => parseNetwork(item) !== null),
    { message: "Expected comma-separated addresses and networks, such as 10.0.0.0/8" }
  )
  return Config.map(Config.withDefault(Config.schema(Schema.String.check(areNetworks), name), null), splitList)
}

const isWebUrl = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

export const webUrl = (name: SettingName): Config.Config<string> =>
  Config.schema(
    Schema.String.check(Schema.makeFilter(isWebUrl, { message: "Expected an http or https address" })),
    name
  )

/** Reports whether a text is a scheme, a host and an optional port, without a path. */
const isOrigin = (text: string): boolean => isWebUrl(text) && new URL(text).href === `${new URL(text).origin}/`

export const originOrNull = (name: SettingName): Config.Config<string | null> =>
  Config.withDefault(
    Config.map(
      Config.schema(
        Schema.String.check(
          Schema.makeFilter(isOrigin, {
            message: "Expected an http or https address without a path, such as https://gatehouse.example.com"
          })
        ),
        name
      ),
      (text) => new URL(text).origin
    ),
    null
  )

const valkeySchemes: ReadonlySet<string> = new Set(["redis:", "rediss:", "valkey:", "valkeys:"])

/** Reports whether a text is a scheme and a host, with an optional port, credentials and database number. */
const isValkeyUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && valkeySchemes.has(url.protocol) && url.hostname !== "" &&
    /^(?:\/\d{0,4})?$/.test(url.pathname) &&
    url.search === "" && url.hash === "" && isDecodable(url.username) && isDecodable(url.password)
}

const isDecodable = (text: string): boolean => !/%(?![\da-f]{2})/i.test(text)

/** Redacted, because the value may contain a password. */
export const valkeyUrlOrNull = (name: SettingName): Config.Config<Redacted.Redacted | null> => {
  const message = "Expected an address such as redis://:PASSWORD@HOST:6379/0, or rediss:// for TLS"
  const urlSchema = Schema.String.check(Schema.makeFilter(isValkeyUrl, { message }))
  return Config.withDefault(Config.map(Config.schema(urlSchema, name), (text) => Redacted.make(text)), null)
}
