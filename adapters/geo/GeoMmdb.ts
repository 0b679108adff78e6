import { Effect, Layer, Schema } from "effect"
import { type CountryResponse, Reader } from "mmdb-lib"
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { Geo } from "../../core/ports/Geo.ts"

export class GeoDatabaseUnreadable extends Schema.TaggedError<GeoDatabaseUnreadable>()("GeoDatabaseUnreadable", {
  message: Schema.String
}) {}

/** The package's own layout: the country code stands at the top. MaxMind's files have it under `country`. */
interface Place {
  readonly country_code?: string
  readonly country?: CountryResponse["country"]
}

/** The embedded database, CC0: the registries' country of the network's owner. */
const embeddedPackage = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb"

/** @param path a file in MaxMind's format that replaces the embedded one */
export const layer = (path: string | null): Layer.Layer<Geo, GeoDatabaseUnreadable> =>
  Layer.effect(
    Geo,
    Effect.try({
      try: () => {
        const file = path ?? createRequire(import.meta.url).resolve(embeddedPackage)
        const reader = new Reader<Place & CountryResponse>(readFileSync(file))
        return Geo.of({ countryOf: (ip) => countryOf(reader.get(ip)) })
      },
      catch: (cause) =>
        new GeoDatabaseUnreadable({ message: `The country database ${path ?? embeddedPackage} cannot be read: ${String(cause)}` })
    })
  )

const countryOf = (place: Place | null): string | null => {
  const code = place?.country_code ?? place?.country?.iso_code
  return code !== undefined && /^[A-Z]{2}$/.test(code) ? code : null
}
