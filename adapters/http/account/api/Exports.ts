import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/** Maximum number of rows in an exported file. */
export const exportRowsMax = 100_000

export const exportFormat = Schema.Literals(["csv", "ndjson"])

/** Body of an export. The server sends rows while it reads further rows. */
export const exportFileStream = HttpApiSchema.StreamUint8Array()
