import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/** Maximum number of rows in one file. */
export const exportRowsMax = 100_000

export const exportFormat = Schema.Literals(["csv", "ndjson"])

/** Streamed while the rows are read. */
export const exportFileStream = HttpApiSchema.StreamUint8Array()
