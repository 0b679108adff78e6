import { Clock, Effect } from "effect"
import { uuidV7 } from "../../../core/accounts/Uuid.ts"
import { Secrets } from "../../../core/ports/Secrets.ts"
import { answerOf } from "./Answers.ts"
import type { Binding, Caller } from "./Binding.ts"
import type { Exchange } from "./Exchange.ts"
import { Observer } from "./Observer.ts"
import { payloadReader } from "./Payload.ts"
import { MethodNotAllowed, refusalOf } from "./Refusal.ts"

/** The way of a request that carries its credentials in the body: body (413, 422), then work. No key, no credits. */
export const openEndpoint = Effect.fnUntraced(function*<R>(binding: Binding<R>) {
  const { contract, handler } = binding
  const [observer, secrets, clock] = [yield* Observer, yield* Secrets, yield* Clock.Clock]

  const readPayload = payloadReader(binding)

  const pass = Effect.fnUntraced(function*(exchange: Exchange, requestId: string) {
    if (exchange.method !== "POST") return yield* new MethodNotAllowed()
    const { value } = yield* readPayload(exchange)
    const result = yield* handler.work(handler.prepare(value), noCaller(requestId))
    return JSON.stringify(handler.reply(result))
  })

  return (exchange: Exchange) => {
    const requestId = uuidV7(clock.currentTimeMillisUnsafe(), secrets.randomBytes(10))
    const startedAt = performance.now()
    const answer = (status: number, body: string, headers: ReadonlyArray<string>, closes: boolean) => {
      observer.answered(contract.operation, status, performance.now() - startedAt)
      return answerOf(status, body, { requestId, rate: undefined, headers, inFlight: null, closes })
    }
    return pass(exchange, requestId).pipe(
      Effect.map((body) => answer(binding.status, body, [], false)),
      Effect.catchCause((cause) => {
        const { closes, headers, isFault, status, text } = refusalOf(cause, contract)
        const log = Effect.logError(`${contract.operation} failed`, cause)
        return Effect.as(
          isFault ? Effect.annotateLogs(log, { request_id: requestId }) : Effect.void,
          answer(status, text, headers, closes)
        )
      })
    )
  }
})

const noCaller = (requestId: string): Caller => ({ accountId: "", keyId: "", requestId })
