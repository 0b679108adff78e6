import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/** Rows of one file. */
export const exportRowsMax = 100_000

export const exportFormat = Schema.Literals(["csv", "ndjson"])

/** Sent while it is read. */
export const exportedFile = HttpApiSchema.StreamUint8Array()
