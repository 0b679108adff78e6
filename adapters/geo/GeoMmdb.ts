import { Effect, Layer, Schema } from "effect"
import { type AsnResponse, type CountryResponse, Reader, type Response } from "mmdb-lib"
import { existsSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { fileURLToPath } from "node:url"
import { Geo } from "../../core/kernel/networks/Geo.ts"
import { type IpAddress, parseIpAddress } from "../../core/kernel/networks/IpAddress.ts"
import { makeNetworkSet } from "../../core/kernel/networks/NetworkSet.ts"
import { specialIpv4, specialUnicastIpv6 } from "../../core/kernel/networks/SpecialNetworks.ts"
import { embeddedAsnTable } from "./AsnTable.ts"

/**
 * Networks without a country: private, documentation, link-local, loopback, multicast, translation and benchmarking
 * networks. Source: IANA IPv4 and IPv6 Special-Purpose Address Registries (RFC 6890), and RFC 5771 (multicast).
 */
export const reservedNetworks: ReadonlyArray<string> = [
  ...specialIpv4,
  ...specialUnicastIpv6,
  "::/8",
  "64:ff9b::/96",
  "64:ff9b:1::/48",
  "100::/64",
  "5f00::/16",
  "fc00::/7",
  "fe80::/10",
  "ff00::/8"
]

export class GeoDatabaseUnreadable extends Schema.TaggedError<GeoDatabaseUnreadable>()("GeoDatabaseUnreadable", {
  message: Schema.String
}) {}

/**
 * Record of a country database. The embedded package has the code at the top level; MaxMind's files have it under
 * `country`.
 */
interface CountryRecord {
  readonly country_code?: string
  readonly country?: CountryResponse["country"]
}

/**
 * Embedded database with the registered country of each network's owner, for IPv4 and IPv6. The package's manifest
 * names the license CC0-1.0. The package's README names CC BY 4.0 by NRO, and warns that the data contains errors. See
 * docs/data-and-licenses.md.
 */
export const countriesFile = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb"

/**
 * Returns a layer that looks up countries and autonomous systems in memory. The embedded table of autonomous systems is
 * loaded on first use.
 *
 * @param path a file in MaxMind's format that replaces the embedded countries, or null
 * @param asnPath a file in MaxMind's format that replaces the embedded autonomous systems, or null
 */
export const layer = (
  path: string | null,
  asnPath: string | null = null
): Layer.Layer<Geo, GeoDatabaseUnreadable> =>
  Layer.effect(
    Geo,
    Effect.gen(function*() {
      const countries = yield* path === null
        ? openDatabase("country", embeddedCountries, countriesFile)
        : openDatabase("country", () => readFile<CountryRecord & CountryResponse>(path), path)
      const asns = asnPath === null
        ? null
        : yield* openDatabase("autonomous system", () => readFile<AsnResponse>(asnPath), asnPath)
      const parsePublic = cacheLast(publicAddressOf)
      return Geo.of({
        countryOf: (text) => {
          const ip = parsePublic(text)
          return ip === null ? null : countryCodeOf(countries.get(lookupText(ip, text)))
        },
        asnOf: (text) => {
          const ip = parsePublic(text)
          if (ip === null) return null
          return asnText(
            asns === null ? embeddedAsnTable()(ip) : asns.get(lookupText(ip, text))?.autonomous_system_number
          )
        }
      })
    })
  )

/**
 * Returns the layer with all data loaded in advance. On servers, loading the data later would delay the first requests.
 */
export const layerLoaded = (path: string | null, asnPath: string | null): Layer.Layer<Geo, GeoDatabaseUnreadable> =>
  Layer.provideMerge(
    asnPath === null ? Layer.effectDiscard(Effect.sync(embeddedAsnTable)) : Layer.empty,
    layer(path, asnPath)
  )

const readFile = <A extends Response>(path: string) => new Reader<A>(readFileSync(path))

let cached: Reader<CountryRecord & CountryResponse> | null = null

/** Returns the embedded database. It takes 8 MB, so all layers of a process share one reader. */
const embeddedCountries = (): Reader<CountryRecord & CountryResponse> => cached ??= readFile(locateCountries())

/** Returns the path of the embedded database: beside a bundle, or in its package. */
export const locateCountries = (): string => {
  // Bundlers copy the file only if the path is a literal here.
  const bundled = fileURLToPath(
    new URL("@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb", import.meta.url)
  )
  return existsSync(bundled) ? bundled : createRequire(import.meta.url).resolve(countriesFile)
}

const openDatabase = <A extends Response>(what: string, read: () => Reader<A>, location: string) =>
  Effect.try({
    try: read,
    catch: (cause) =>
      new GeoDatabaseUnreadable({ message: `The ${what} database ${location} cannot be read: ${String(cause)}` })
  })

const isReserved = makeNetworkSet(reservedNetworks)

/**
 * Parses an address; returns null unless it is public. The databases cover only public addresses: without this check,
 * the embedded one would place 192.168.1.1 in Australia.
 */
const publicAddressOf = (text: string): IpAddress | null => {
  const ip = parseIpAddress(text)
  return ip === null || isReserved(ip) ? null : ip
}

/**
 * Returns a function that caches its last result, because callers query the country and the autonomous system of an
 * address in succession.
 */
const cacheLast = <A>(look: (text: string) => A): (text: string) => A => {
  let last: { readonly text: string; readonly found: A } | undefined
  return (text) => {
    if (last?.text !== text) last = { text, found: look(text) }
    return last.found
  }
}

/** Returns the text to look up. For an IPv4-mapped IPv6 address, this is the IPv4 address. */
const lookupText = (ip: IpAddress, text: string): string =>
  ip.family === 4 && text.includes(":") ? formatIpv4(Number(ip.bits)) : text

const formatIpv4 = (bits: number): string =>
  [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255].join(".")

const countryCodeOf = (record: CountryRecord | null): string | null => {
  const code = record?.country_code ?? record?.country?.iso_code
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null
}

/**
 * Formats an AS number; returns null if it is invalid. AS numbers have 32 bits (RFC 6793), and 0 is reserved (RFC
 * 7607).
 */
const asnText = (asn: unknown): string | null =>
  typeof asn === "number" && Number.isInteger(asn) && asn > 0 && asn < 2 ** 32 ? `AS${asn}` : null
