import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { reasonCatalogue } from "../../../core/documents/reasons/ReasonCatalogue.ts"
import { ApiKeyAuth, countSchema, okMessage, scoreSchema, withIdempotencyHeader } from "./EndpointContract.ts"
import { declareEndpoint, type EndpointDeclaration } from "./EndpointDeclaration.ts"
import { errorResponses } from "./Errors.ts"

/** Default of decision 13; a server setting overrides it. */
export const uploadBytesMaxDefault = 25 * 1024 * 1024

/** File part of the form, in memory. */
const UploadedFile = Schema.Struct({ name: Schema.String, bytes: Schema.instanceOf(Uint8Array) })

export const DocumentResult = Schema.Struct({
  ok: Schema.Literal(true),
  score: scoreSchema.annotate({ description: "0 to 100, higher is safer." }),
  rating: Schema.Literals(["ok", "warn", "block"]).annotate({
    description: "ok 85 to 100, warn 70 to 84, block 0 to 69."
  }),
  reasons: Schema.Array(Schema.Struct({
    code: Schema.String.annotate({
      description: `What lowered the score: ${Object.keys(reasonCatalogue).join(", ")}. More may come.`,
      examples: ["JAVASCRIPT"]
    }),
    message: Schema.String.annotate({ examples: ["A script runs when the document is opened (object 12)"] })
  })).annotate({ description: "The weightiest first, each code once." }),
  summary: Schema.Struct({
    links_found: countSchema.annotate({
      description: "Different web addresses, in links, actions, scripts, text and QR codes."
    }),
    unique_domains: Schema.Array(Schema.String).annotate({ description: "Registrable domains of the links." }),
    has_embedded_files: Schema.Boolean,
    has_macros: Schema.Boolean.annotate({ description: "VBA, Excel 4.0, or macros of OpenDocument." })
  }),
  file_hash: Schema.String.annotate({ description: "`sha256:` and 64 lower-case hex digits." }),
  filename: Schema.String,
  timestamp: Schema.String.annotate({
    description: "ISO 8601 with offset.",
    examples: ["2026-11-20T10:00:00.000+00:00"]
  })
}).annotate({ identifier: "DocumentResult" })

/** Describes the file as binary (OpenAPI 3.1, "Considerations for File Uploads"), which the decoded schema cannot express. */
const withFilePart = (operation: Record<string, any>): Record<string, any> => {
  const file = { type: "string", format: "binary", description: "PDF or Office file." }
  operation["requestBody"].content["multipart/form-data"].schema.properties.file = file
  return withIdempotencyHeader(operation)
}

export const scan = {
  path: "/scan",
  status: 200,
  payload: Schema.Struct({
    file: Schema.optionalKey(UploadedFile),
    url: Schema.optionalKey(Schema.String.annotate({ format: "uri", description: "Link to a document to download." }))
  }).pipe(HttpApiSchema.asMultipart()),
  success: DocumentResult,
  contract: {
    operation: "scan",
    auth: "api-key",
    body: "multipart",
    bodyBytesMax: uploadBytesMaxDefault,
    errorShape: okMessage,
    validationErrorShape: "validation",
    supportsIdempotencyKey: true,
    failureStatuses: {
      FileXorUrl: 400,
      UnsupportedDocument: 422,
      UnreadableDocument: 422,
      InvalidUrl: 422,
      DownloadRefused: 422,
      DownloadFailed: 422,
      WebRiskUnavailable: 422,
      InsufficientCredits: 403,
      QueueFull: 503
    }
  }
} satisfies EndpointDeclaration

export class Documents extends HttpApiGroup.make("documents").add(
  declareEndpoint("scan", scan, errorResponses(okMessage, [400, 401, 403, 409, 413, 422, 429, 500, 503])).annotateMerge(
    OpenApi.annotations({
      summary: "Scan a document",
      description:
        "Judges a PDF or Office file, uploaded or fetched, by what would happen when a person opens it. Nothing in it " +
        "is run, and nothing that it names is fetched. `reasons` says what lowered the score; the documentation lists the codes. Costs " +
        "20 credits; nothing when it fails.",
      transform: withFilePart
    })
  )
).middleware(ApiKeyAuth)
  .annotateMerge(OpenApi.annotations({ title: "Documents" }))
{}
