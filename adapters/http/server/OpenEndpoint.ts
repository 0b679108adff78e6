import { Clock, Effect } from "effect"
import { uuidV7 } from "../../../core/accounts/Uuid.ts"
import { Secrets } from "../../../core/ports/Secrets.ts"
import { type AnswerContext, answerOf, flatBody } from "./Answers.ts"
import type { Binding, Caller } from "./Binding.ts"
import type { Exchange } from "./Exchange.ts"
import { serverFault } from "./KeyedEndpoint.ts"
import { Observer } from "./Observer.ts"
import { readPayload } from "./Payload.ts"

/** The way of a request that carries its credentials in the body: body (413, 422), then work. No key, no credits. */
export const openEndpoint = <R>(binding: Binding<R>) =>
  Effect.fnUntraced(function*(exchange: Exchange) {
    const { contract, handler } = binding
    const observer = yield* Observer
    const requestId = uuidV7(yield* Clock.currentTimeMillis, (yield* Secrets).randomBytes(10))
    const startedAt = performance.now()
    const context: AnswerContext = { requestId, rate: undefined, headers: [], inFlight: null, closes: false }
    const answer = (status: number, body: string, closes = false) => {
      observer.answered(contract.operation, status, performance.now() - startedAt)
      return answerOf(status, body, closes ? { ...context, closes } : context)
    }
    const flat = (status: number, text: string, closes = false) => answer(status, flatBody(contract.errorShape, text), closes)

    const body = yield* Effect.result(readPayload(binding, exchange))
    if (body._tag === "Failure") {
      return body.failure._tag === "BodyTooLarge"
        ? flat(413, `The body may not be larger than ${body.failure.bytesMax} bytes.`, true)
        : flat(400, "The body did not arrive whole.")
    }
    if ("invalid" in body.success) return answer(422, JSON.stringify(body.success.invalid))
    return yield* handler.work(handler.prepare(body.success.value), noCaller(requestId)).pipe(
      Effect.map((success) => answer(binding.status, JSON.stringify(handler.reply(success)))),
      Effect.catch((failure) => {
        const status = contract.failures[failure._tag]
        return status === undefined ? Effect.die(failure) : Effect.succeed(flat(status, failure.message))
      }),
      Effect.catchCause((cause) =>
        Effect.as(
          Effect.logError(`${contract.operation} failed`, cause).pipe(Effect.annotateLogs({ request_id: requestId })),
          flat(500, serverFault)
        )
      )
    )
  })

const noCaller = (requestId: string): Caller => ({ accountId: "", keyId: "", requestId })
