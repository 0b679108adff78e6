import { Cause, Effect } from "effect"
import { HttpServerError, HttpServerResponse } from "effect/http"
import { StorageUnavailable } from "../../../../core/kernel/StorageHealth.ts"

/** Maximum body size of the account API, in bytes. The longest body is an import of `rulesPerImportMax` rules. */
export const accountBodyBytesMax = 64 * 1024

interface Fault {
  readonly status: number
  readonly tag: string
  readonly message: string
}

const faults = {
  malformed: { status: 400, tag: "Malformed", message: "The request is malformed." },
  notFound: { status: 404, tag: "NotFound", message: "Not found." },
  method: { status: 405, tag: "MethodNotAllowed", message: "This path does not accept this method." },
  tooLarge: {
    status: 413,
    tag: "TooLarge",
    message: `The body is too large. The limit is ${accountBodyBytesMax} bytes.`
  },
  media: { status: 415, tag: "Malformed", message: "The body must be JSON with Content-Type: application/json." },
  unavailable: { status: 503, tag: "ServerFault", message: "The database is unavailable. Try again in a moment." },
  internal: { status: 500, tag: "ServerFault", message: "An internal error occurred. Try again." }
} as const satisfies Readonly<Record<string, Fault>>

/** Builds a fault response in the error shape of the account API. */
export const buildFaultResponse = (
  fault: keyof typeof faults,
  headers: Readonly<Record<string, string>> = {}
): HttpServerResponse.HttpServerResponse => {
  const { message, status, tag } = faults[fault]
  return HttpServerResponse.jsonUnsafe({ _tag: tag, message }, { status, headers })
}

const faultByStatus: Readonly<Record<number, keyof typeof faults>> = {
  400: "malformed",
  404: "notFound",
  405: "method",
  413: "tooLarge",
  415: "media"
}

/** Converts the framework's own errors, which are empty or plain text, to the error shape of the account API. */
export const withErrorShape = (
  response: HttpServerResponse.HttpServerResponse
): HttpServerResponse.HttpServerResponse =>
  response.status < 400 || response.headers["content-type"]?.startsWith("application/json") === true
    ? response
    : buildFaultResponse(faultByStatus[response.status] ?? (response.status < 500 ? "malformed" : "internal"))

/** Returns the response for a failed request, and logs unexpected failures. */
export const responseForCause = (
  cause: Cause.Cause<unknown>
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  if (Cause.hasInterruptsOnly(cause)) return Effect.interrupt
  const error = Cause.squash(cause)
  const reason = HttpServerError.isHttpServerError(error) ? error.reason : null
  if (reason?._tag === "RouteNotFound") return Effect.succeed(buildFaultResponse("notFound"))
  if (reason?._tag === "RequestParseError") {
    return Effect.succeed(buildFaultResponse(reason.reason === "BodyTooLarge" ? "tooLarge" : "malformed", closeHeaders))
  }
  const fault = error instanceof StorageUnavailable
    ? buildFaultResponse("unavailable", { "Retry-After": "2" })
    : buildFaultResponse("internal")
  return Effect.as(Effect.logError("A request of the dashboard failed", cause), fault)
}

/** Headers that close the connection, because the body was not read to its end. */
const closeHeaders = { connection: "close" }
