import { Effect, Layer, Schema } from "effect"
import { type CountryResponse, Reader } from "mmdb-lib"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { parseIpAddress } from "../../core/accounts/IpAddress.ts"
import { networkSet } from "../../core/accounts/NetworkSet.ts"
import { Geo } from "../../core/ports/Geo.ts"
import { reservedNetworks } from "./ReservedNetworks.ts"

export class GeoDatabaseUnreadable extends Schema.TaggedError<GeoDatabaseUnreadable>()("GeoDatabaseUnreadable", {
  message: Schema.String
}) {}

/** The package's own layout: the country code stands at the top. MaxMind's files have it under `country`. */
interface Place {
  readonly country_code?: string
  readonly country?: CountryResponse["country"]
}

/**
 * The embedded database: the registries' country of the network's owner, IPv4 and IPv6 in one file. The package's manifest
 * says CC0-1.0, its README CC BY 4.0 by NRO and that its data holds errors: see the data sources in README.md.
 */
const embeddedPackage = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb"

/**
 * Looks countries up in a file in MaxMind's format, held in memory.
 *
 * @param path a file that replaces the embedded one, or null
 */
export const layer = (path: string | null): Layer.Layer<Geo, GeoDatabaseUnreadable> =>
  Layer.effect(
    Geo,
    Effect.try({
      try: () => {
        const file = path ?? createRequire(import.meta.url).resolve(embeddedPackage)
        const reader = new Reader<Place & CountryResponse>(readFileSync(file))
        const countryOf = (ip: string) => codeOf(reader.get(ip))
        return Geo.of({ countryOf: (ip) => countryOfPublic(ip, countryOf), asnOf: () => null })
      },
      catch: (cause) =>
        new GeoDatabaseUnreadable({
          message: `The country database ${path ?? embeddedPackage} cannot be read: ${String(cause)}`
        })
    })
  )

const isReserved = networkSet(reservedNetworks)

/**
 * The files were made for public addresses: without this look, the embedded one places 192.168.1.1 in Australia. An IPv4
 * address in its IPv6-mapped form is looked up as the address that it stands for.
 */
const countryOfPublic = (text: string, countryOf: (ip: string) => string | null): string | null => {
  const ip = parseIpAddress(text)
  if (ip === null || isReserved(ip)) return null
  return countryOf(ip.family === 4 && text.includes(":") ? dotted(Number(ip.bits)) : text)
}

const dotted = (bits: number): string => [bits >>> 24, (bits >>> 16) & 255, (bits >>> 8) & 255, bits & 255].join(".")

const codeOf = (place: Place | null): string | null => {
  const code = place?.country_code ?? place?.country?.iso_code
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null
}
