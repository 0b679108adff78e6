import { Schema } from "effect"
import { HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { reasonCatalog } from "../../../core/documents/reasons/ReasonCatalog.ts"
import { uploadBytesMaxDefault } from "../../../core/documents/ReceivedBytes.ts"
import { supportedDocuments } from "../../../core/documents/UnsupportedDocument.ts"
import { ApiKeyAuth, countSchema, okMessageShape, scoreSchema, withIdempotencyHeader } from "./EndpointContract.ts"
import { declareEndpoint, type EndpointDeclaration } from "./EndpointDeclaration.ts"
import { errorResponses } from "./Errors.ts"

/** File part of the form, in memory. */
const UploadedFile = Schema.Struct({ name: Schema.String, bytes: Schema.instanceOf(Uint8Array) })

export const DocumentResult = Schema.Struct({
  ok: Schema.Literal(true).annotate({ description: "Always true: the scan completed." }),
  score: scoreSchema.annotate({ description: "Safety score from 0 (dangerous) to 100 (no findings)." }),
  rating: Schema.Literals(["ok", "warn", "block"]).annotate({
    description:
      "Rating by score. `ok` (85 to 100): low risk, safe to proceed. `warn` (70 to 84): elevated risk, review " +
      "it manually. `block` (0 to 69): high-confidence threat, do not open it."
  }),
  reasons: Schema.Array(Schema.Struct({
    code: Schema.String.annotate({
      description: `Machine-readable code of the finding. Later releases may add codes. Current codes: ${
        Object.keys(reasonCatalog).join(", ")
      }.`,
      examples: ["JAVASCRIPT"]
    }),
    message: Schema.String.annotate({
      description: "Explanation of the finding for people, with its location in the document.",
      examples: ["A script runs when the document is opened (object 12)"]
    })
  })).annotate({
    description: "Findings that lowered the score, most serious first. Each code appears at most once."
  }),
  summary: Schema.Struct({
    links_found: countSchema.annotate({
      description: "Number of distinct web addresses in links, actions, scripts, text and QR codes."
    }),
    unique_domains: Schema.Array(Schema.String).annotate({
      description: "Distinct registrable domains of the links, such as `example.co.uk`."
    }),
    has_embedded_files: Schema.Boolean.annotate({ description: "Whether the document contains other files." }),
    has_macros: Schema.Boolean.annotate({
      description: "Whether the document contains VBA, Excel 4.0 or OpenDocument macros."
    })
  }).annotate({ description: "Contents of the document." }),
  file_hash: Schema.String.annotate({
    description: "SHA-256 of the file: `sha256:` followed by 64 lowercase hexadecimal digits."
  }),
  filename: Schema.String.annotate({ description: "Name of the uploaded or downloaded file." }),
  timestamp: Schema.String.annotate({
    description: "Time of the scan in UTC, as ISO 8601 with milliseconds and offset.",
    examples: ["2026-11-20T10:00:00.000+00:00"]
  })
}).annotate({ identifier: "DocumentResult", description: "Result of a document scan." })

const fileDescription = `Document to scan: a ${supportedDocuments}. The type is detected from the ` +
  "content, not from the name. At most 25 MiB by default. Required unless `url` is given."

/**
 * Describes the file field as binary in the OpenAPI document (OpenAPI 3.1, "Considerations for File Uploads"). The
 * decoded schema cannot express this.
 */
const withFilePart = (operation: Record<string, any>): Record<string, any> => {
  const file = { type: "string", format: "binary", description: fileDescription }
  operation["requestBody"].content["multipart/form-data"].schema.properties.file = file
  return withIdempotencyHeader(operation)
}

export const scan = {
  path: "/scan",
  status: 200,
  payload: Schema.Struct({
    file: Schema.optionalKey(UploadedFile),
    url: Schema.optionalKey(Schema.String.annotate({
      format: "uri",
      description:
        "Public http or https URL of a document to download and scan. Gatehouse follows at most 5 redirects " +
        "and waits at most 15 seconds. Required unless `file` is given."
    }))
  }).pipe(HttpApiSchema.asMultipart()),
  success: DocumentResult,
  contract: {
    operation: "scan",
    auth: "api-key",
    body: "multipart",
    bodyBytesMax: uploadBytesMaxDefault,
    errorShape: okMessageShape,
    validationErrorShape: "validation",
    supportsIdempotencyKey: true,
    failureStatuses: {
      FileXorUrl: 400,
      UnsupportedDocument: 422,
      UnreadableDocument: 422,
      MalwareEngineUnavailable: 422,
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
  declareEndpoint("scan", scan, errorResponses(okMessageShape, [400, 401, 403, 409, 413, 422, 429, 500, 503]))
    .annotateMerge(
      OpenApi.annotations({
        identifier: "scanDocument",
        summary: "Scan a document",
        description:
          "Scans an uploaded or downloaded document for active content, disguised links and known threats. Send exactly " +
          "one of `file` and `url`. Gatehouse reads the document without opening it in an application: it runs nothing in it and " +
          "fetches nothing that it refers to. Returns a score, a rating and the findings.\n\n**Cost:** 20 credits.",
        transform: withFilePart
      })
    )
).middleware(ApiKeyAuth)
  .annotateMerge(OpenApi.annotations({ title: "Documents", description: `Scan of a ${supportedDocuments}.` }))
{}
