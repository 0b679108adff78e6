import { Context, Effect, type Fiber, type Scope, Stream } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { LineFormat } from "../../../../core/kernel/ExportFile.ts"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { isHeadOnly } from "../../server/connections/NodeExchange.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { takeChange } from "../session/ChangeLimit.ts"
import { audited } from "../session/CurrentActor.ts"
import { stillSignedIn } from "../session/SessionAuth.ts"
import { ExportSlots } from "./ExportSlots.ts"

interface Exported<R> {
  readonly name: "requests" | "credits"
  readonly format: LineFormat
  /** What narrows the list; the log tells by what, and not to which value. */
  readonly filter: object
  readonly read: (accountId: AccountId) => Effect.Effect<Stream.Stream<Uint8Array>, never, R>
}

/** A list of the account's, as a file that browsers save. */
export const exported = Effect.fnUntraced(function*<R>({ filter, format, name, read }: Exported<R>) {
  const member = yield* CurrentMember
  yield* (yield* ExportSlots).take("file", member)
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, {
      "content-disposition": `attachment; filename="${name}.${format}"`,
      "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson"
    }))
  )
  yield* takeChange(member.memberId)
  // Whoever asks for the head alone is handed nothing: nothing is read, and nothing to be noted.
  if (isHeadOnly((yield* HttpServerRequest.HttpServerRequest).source)) return Stream.empty
  yield* audited(`${name}.export`, "", [format, ...Object.keys(filter).map((by) => `by ${by}`)].join(", "))
  return whileRead(yield* read(member.accountId), yield* stillSignedIn)
})

/** Milliseconds after which what is sent to somebody who takes no more of it is given up: half a minute. */
export const ReaderWaitMillisMax = Context.Reference<number>(
  "gatehouse/adapters/http/account/server/ReaderWaitMillisMax",
  {
    defaultValue: () => 30_000
  }
)

/**
 * An answer that goes on while its reader takes portion after portion, each within `ReaderWaitMillisMax` of the one before, and
 * may still have it. Else the request is interrupted: its connection is cut, so that nobody takes the part for the whole, and what it
 * holds is given back.
 *
 * @param mayGoOn asked before each portion
 */
export const whileRead = <A, E, R, R2>(portions: Stream.Stream<A, E, R>, mayGoOn: Effect.Effect<boolean, never, R2>) =>
  Stream.transformPull(
    portions,
    Effect.fnUntraced(function*(pull, scope) {
      const millis = yield* ReaderWaitMillisMax
      let waiting: Fiber.Fiber<void> | null = null
      return Effect.gen(function*() {
        waiting?.interruptUnsafe()
        if (!(yield* mayGoOn)) return yield* Effect.interrupt
        const portion = yield* pull
        waiting = yield* givenUp(millis, scope)
        return portion
      })
    })
  )

/** Who reads is the fiber that asks for portions: behind the last it waits for a socket, and only an interruption reaches it there. */
const givenUp = (millis: number, scope: Scope.Scope) =>
  Effect.withFiber((reader) =>
    Effect.sync(() => reader.interruptUnsafe()).pipe(Effect.delay(millis), Effect.forkIn(scope))
  )
