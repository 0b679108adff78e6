import { Config, Redacted, Schema } from "effect"
import { type ClamdAddress, parseClamdAddress } from "../../../adapters/malware/clamd/ClamdAddress.ts"
import { parseNetwork } from "../../../core/kernel/networks/Network.ts"
import { type MetricsAccess, parseMetricsAccess } from "./MetricsAccess.ts"
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

/** Parses a key that is sent in a header. Refuses spaces and line ends, which would make every request fail. */
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

/** Reports whether a URL has only a scheme, a host and an optional port. */
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

/** Reports whether a URL has a supported scheme and a host. A port, credentials and a database number are optional. */
const isValkeyUrl = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && valkeySchemes.has(url.protocol) && url.hostname !== "" &&
    /^(?:\/\d{0,4})?$/.test(url.pathname) &&
    url.search === "" && url.hash === "" && isDecodable(url.username) && isDecodable(url.password)
}

/** Reports whether a text can be percent-decoded to valid UTF-8. */
const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Parses the URL of a Valkey server. The URL is redacted, because it may contain a password. */
export const valkeyUrlOrNull = (name: SettingName): Config.Config<Redacted.Redacted | null> => {
  const message = "Expected an address such as redis://:PASSWORD@HOST:6379/0, or rediss:// for TLS"
  const urlSchema = Schema.String.check(Schema.makeFilter(isValkeyUrl, { message }))
  return Config.withDefault(Config.map(Config.schema(urlSchema, name), (text) => Redacted.make(text)), null)
}

export const clamdAddressOrNull = (name: SettingName): Config.Config<ClamdAddress | null> => {
  const isAddress = Schema.makeFilter((text: string) => parseClamdAddress(text) !== null, {
    message: "Expected unix:/run/clamav/clamd.ctl or tcp://HOST:PORT"
  })
  return Config.withDefault(Config.map(Config.schema(Schema.String.check(isAddress), name), parseClamdAddress), null)
}

export const metricsAccess = (name: SettingName): Config.Config<MetricsAccess> => {
  const isAccess = Schema.makeFilter((text: string) => parseMetricsAccess(text) !== null, {
    message: "Expected off, or a list of loopback, public, networks and port:NUMBER, such as 10.0.0.0/8,port:9464"
  })
  const text = Config.withDefault(Config.schema(Schema.String.check(isAccess), name), "loopback")
  return Config.map(text, (value) => parseMetricsAccess(value)!)
}

/** Values by name. */
export type NamedValues = Readonly<Record<string, string>>

/**
 * Parses OpenTelemetry's format for named values: `name=value,name=value`, with percent-encoded values. Returns null for
 * other text.
 */
export const parseNamedValues = (text: string): NamedValues | null => {
  const values: Record<string, string> = {}
  for (const item of splitList(text)) {
    const at = item.indexOf("=")
    const value = item.slice(at + 1).trim()
    if (at < 1 || !isDecodable(value)) return null
    values[item.slice(0, at).trim()] = decodeURIComponent(value)
  }
  return values
}

const namedValuesWith = (
  name: SettingName,
  message: string,
  isValid: (entry: readonly [name: string, value: string]) => boolean
): Config.Config<NamedValues> => {
  const areValid = (text: string) => {
    const values = parseNamedValues(text)
    return values !== null && Object.entries(values).every(isValid)
  }
  const schema = Schema.String.check(Schema.makeFilter(areValid, { message }))
  return Config.map(Config.withDefault(Config.schema(schema, name), ""), (text) => parseNamedValues(text)!)
}

export const namedValues = (name: SettingName): Config.Config<NamedValues> =>
  namedValuesWith(
    name,
    "Expected comma-separated names and values, such as team=web,region=eu",
    ([attribute]) => /^[!-~]+$/.test(attribute)
  )

/** Parses request headers. The values are redacted, because they usually contain a token. */
export const headersOrNull = (name: SettingName): Config.Config<Redacted.Redacted<NamedValues> | null> =>
  Config.map(
    namedValuesWith(
      name,
      "Expected comma-separated headers, such as x-team=web,authorization=Basic%20TOKEN",
      ([header, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(header) && /^[ -~]*$/.test(value)
    ),
    (headers) => Object.keys(headers).length === 0 ? null : Redacted.make(headers)
  )
