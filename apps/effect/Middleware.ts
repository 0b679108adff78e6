import { Data, Effect, Stream } from "effect"
import { HttpServerRequest, HttpServerRespondable, HttpServerResponse } from "effect/http"
import { type FormDecision, formRejectionOf } from "../middleware/forms/FormDecision.ts"
import { createFormScreen, type FormOptions } from "../middleware/forms/ScreenForm.ts"
import { createUploadReceiver, type UploadOptions } from "../middleware/uploads/ReceiveUpload.ts"
import { type Upload, uploadRejectionOf } from "../middleware/uploads/Upload.ts"
import type { Rejection } from "../shield/Guard.ts"

const responseOf = ({ body, headers, status }: Rejection) =>
  Effect.succeed(HttpServerResponse.text(body, { status, headers }))

/** The form must not be accepted. A route that fails with this error responds with 403, 415, 422 or 503. */
export class FormRejected extends Data.TaggedError("FormRejected")<{ readonly decision: FormDecision }> {
  override get message(): string {
    return `The form was rejected: ${this.decision.reasons.join(", ")}.`
  }
  [HttpServerRespondable.symbol]() {
    return responseOf(formRejectionOf(this.decision))
  }
}

/** The upload must not be stored. A route that fails with this error responds with the status of the problem. */
export class UploadRejected extends Data.TaggedError("UploadRejected")<{ readonly upload: Upload }> {
  override get message(): string {
    return `The upload was rejected: ${this.upload.problem}.`
  }
  [HttpServerRespondable.symbol]() {
    return responseOf(uploadRejectionOf(this.upload))
  }
}

/**
 * Creates an effect that verifies Shield's token, then checks the email address and analyzes the lead, if the
 * options ask for it.
 *
 * @throws TypeError if an option is invalid
 */
export const makeFormScreen = (options: FormOptions) => {
  const screen = createFormScreen(options)
  return Effect.fn("screenForm")(function*(fields: unknown, remoteAddress?: string) {
    const decision = yield* Effect.promise(() => screen(fields, remoteAddress))
    return decision.accepted ? decision : yield* new FormRejected({ decision })
  })
}

/** The body of the request broke off. */
export class UploadAborted extends Data.TaggedError("UploadAborted")<{ readonly cause: unknown }> {
  override get message(): string {
    return "The upload ended before it was complete."
  }
}

/**
 * Creates an effect that receives and scans the files of the current request, which has not been read yet.
 *
 * @throws TypeError if an option is invalid
 */
export const makeUploadReceiver = (options: UploadOptions) => {
  const receive = createUploadReceiver(options)
  return Effect.gen(function*() {
    const request = yield* HttpServerRequest.HttpServerRequest
    const upload = yield* Effect.tryPromise({
      try: () =>
        receive({
          contentType: request.headers["content-type"],
          contentLength: request.headers["content-length"],
          body: Stream.toAsyncIterable(request.stream)
        }),
      catch: (cause) => new UploadAborted({ cause })
    })
    return upload.accepted ? upload : yield* new UploadRejected({ upload })
  }).pipe(Effect.withSpan("receiveUpload"))
}
