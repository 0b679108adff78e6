import { Effect, Layer } from "effect"
import { HttpEffect, HttpServerResponse } from "effect/http"
import { HttpApiError } from "effect/http-api"
import { toValidationError } from "../../server/messages/Validation.ts"
import { InvalidInput, TooManyTries } from "../api/AccountFailures.ts"
import { RequestValidation } from "../api/SessionAuth.ts"

/**
 * Converts malformed requests to `InvalidInput` with messages by field. A malformed response remains a server fault.
 * Adds `Retry-After` to rate-limited responses.
 */
export const layer: Layer.Layer<RequestValidation> = Layer.succeed(
  RequestValidation,
  (httpEffect) =>
    Effect.catch(httpEffect, (failure: unknown) => {
      if (HttpApiError.HttpApiSchemaError.is(failure) && isRequestError(failure)) {
        return Effect.fail(toInvalidInput(failure))
      }
      const again = failure instanceof TooManyTries ? setRetryAfter(failure) : Effect.void
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Only the body check fails before the handler.
      return Effect.andThen(again, Effect.fail(failure as InvalidInput))
    })
)

const isRequestError = ({ kind }: HttpApiError.HttpApiSchemaError): boolean =>
  kind !== "Body" && kind !== "ResponseHeaders"

const toInvalidInput = ({ cause }: HttpApiError.HttpApiSchemaError): InvalidInput => {
  const { errors, message } = toValidationError(cause.issue)
  if ("body" in errors) {
    return new InvalidInput({ message: "The body must be a JSON object with the expected fields.", fields: {} })
  }
  return new InvalidInput({
    message,
    fields: Object.fromEntries(
      Object.entries(errors).flatMap(([field, [sentence]]) => sentence === undefined ? [] : [[field, sentence]])
    )
  })
}

const setRetryAfter = ({ retryAfterSeconds }: TooManyTries) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeader(response, "retry-after", String(retryAfterSeconds)))
  )
