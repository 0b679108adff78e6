import { Clock, Effect, Result, type Scope } from "effect"
import { WebRiskUnavailable } from "../../../core/ports/WebRisk.ts"
import { answerMillisMax, asking } from "../Asking.ts"
import { jsonOf, placeOf } from "../http/Http.ts"
import { keyed, type Vendor } from "./Vendor.ts"
import { failureSentence, isRefusal } from "./VendorError.ts"

/** `Retry-After` is obeyed for so long at most: somebody waits for what is asked about here. */
export const questionRestMillisMax = 60 * 60_000
/** A failure is told for so long, if nothing is asked meanwhile: it says nothing of an hour later. */
export const problemMillisMax = 10 * 60_000

/** One question, as the two halves of a method: what to ask, and what the answer means. */
export interface Question<A> {
  /** What makes two questions one. */
  readonly key: string
  readonly url: URL
  readonly bytesMax: number
  /** Null for what is no answer. */
  readonly read: (json: unknown) => A | null
}

/** Questions to Web Risk while somebody waits. */
export interface Questions<A> {
  readonly ask: (question: Question<A>) => Effect.Effect<A, WebRiskUnavailable>
  /** Why the last question came to nothing, a moment ago, or the vendor is left alone; null when neither is so. */
  readonly problem: Effect.Effect<string | null>
  /** Whether the vendor is left alone now. */
  readonly isResting: Effect.Effect<boolean>
}

export const questions = Effect.fnUntraced(
  function*<A>(vendor: Vendor): Effect.fn.Return<Questions<A>, never, Scope.Scope> {
    const { ask, problem: breaking } = yield* asking<Result.Result<A, WebRiskUnavailable>>(vendor.name)
    const unavailable = (message: string) => new WebRiskUnavailable({ source: vendor.name, message })
    let restsUntil = 0
    let last = { problem: "", at: Number.NEGATIVE_INFINITY }

    const exchange = Effect.fnUntraced(function*({ bytesMax, read, url }: Question<A>) {
      const left = restsUntil - (yield* Clock.currentTimeMillis)
      if (left > 0) {
        return yield* unavailable(
          `${vendor.name} asked to be left alone for another ${Math.ceil(left / 1_000)} seconds.`
        )
      }
      const answered = yield* vendor.http({ ...keyed(vendor), url, millisMax: answerMillisMax, bytesMax }).pipe(
        Effect.flatMap((answer) => jsonOf(url, answer)),
        Effect.result
      )
      if (Result.isFailure(answered)) {
        const rest = Math.min(answered.failure.retryAfterMillis ?? 0, questionRestMillisMax)
        restsUntil = (yield* Clock.currentTimeMillis) + rest
        const failure = unavailable(failureSentence(answered.failure, vendor))
        // What is refused is this one question: whoever asks strange ones must not have the vendor left alone for all.
        return isRefusal(answered.failure) ? Result.fail(failure) : yield* failure
      }
      const answer = read(answered.success)
      return answer === null
        ? yield* unavailable(`${placeOf(url)} answered something that is not its answer.`)
        : Result.succeed(answer)
    })

    return {
      ask: (question) =>
        ask(question.key, exchange(question)).pipe(
          Effect.flatMap(Effect.fromResult),
          Effect.tap(() => Effect.sync(() => last = { problem: "", at: Number.NEGATIVE_INFINITY })),
          Effect.tapError(({ message }) => Effect.map(Clock.currentTimeMillis, (at) => last = { problem: message, at }))
        ),
      problem: Effect.gen(function*() {
        const isRecent = (yield* Clock.currentTimeMillis) - last.at < problemMillisMax
        return (yield* breaking) ?? (isRecent ? last.problem : null)
      }),
      isResting: Effect.gen(function*() {
        return (yield* breaking) !== null || (yield* Clock.currentTimeMillis) < restsUntil
      })
    }
  }
)
