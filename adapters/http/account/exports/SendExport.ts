import { Context, Effect, type Fiber, type Scope, Stream } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { LineFormat } from "../../../../core/kernel/ExportFile.ts"
import type { AccountId } from "../../../../core/kernel/Ids.ts"
import { isHeadRequest } from "../../server/connections/NodeExchange.ts"
import { CurrentMember } from "../api/SessionAuth.ts"
import { countChange } from "../session/ChangeLimit.ts"
import { recordAction } from "../session/CurrentActor.ts"
import { makeSignedInCheck } from "../session/SessionAuth.ts"
import { ExportSlots } from "./ExportSlots.ts"

interface ExportRequest<R> {
  readonly name: "requests" | "credits"
  readonly format: LineFormat
  /** Filter of the exported list. The audit log records its field names, not its values. */
  readonly filter: object
  readonly read: (accountId: AccountId) => Effect.Effect<Stream.Stream<Uint8Array>, never, R>
}

/** Sends a list of the account as a file that browsers download. */
export const sendExport = Effect.fnUntraced(function*<R>({ filter, format, name, read }: ExportRequest<R>) {
  const member = yield* CurrentMember
  yield* (yield* ExportSlots).acquire("file", member)
  yield* HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.succeed(HttpServerResponse.setHeaders(response, {
      "content-disposition": `attachment; filename="${name}.${format}"`,
      "content-type": format === "csv" ? "text/csv; charset=utf-8" : "application/x-ndjson"
    }))
  )
  yield* countChange(member.memberId)
  // A HEAD request reads no rows, so there is no export to record.
  if (isHeadRequest((yield* HttpServerRequest.HttpServerRequest).source)) return Stream.empty
  yield* recordAction(`${name}.export`, "", [format, ...Object.keys(filter).map((by) => `by ${by}`)].join(", "))
  return streamWhileRead(yield* read(member.accountId), yield* makeSignedInCheck)
})

/** Maximum milliseconds to wait for a client that has stopped reading. */
export const ReadWaitMillisMax = Context.Reference<number>(
  "gatehouse/adapters/http/account/exports/ReadWaitMillisMax",
  {
    defaultValue: () => 30_000
  }
)

/**
 * Streams a response while the client is still authorized and reads each chunk within `ReadWaitMillisMax`.
 *
 * Otherwise, the request is interrupted, which closes the connection and frees the request's resources. The client then
 * cannot mistake the partial response for a complete response.
 *
 * @param isAuthorized evaluated before each chunk
 */
export const streamWhileRead = <A, E, R, R2>(
  chunks: Stream.Stream<A, E, R>,
  isAuthorized: Effect.Effect<boolean, never, R2>
) =>
  Stream.transformPull(
    chunks,
    Effect.fnUntraced(function*(pull, scope) {
      const millis = yield* ReadWaitMillisMax
      let timeout: Fiber.Fiber<void> | null = null
      return Effect.gen(function*() {
        timeout?.interruptUnsafe()
        if (!(yield* isAuthorized)) return yield* Effect.interrupt
        const chunk = yield* pull
        timeout = yield* interruptAfter(millis, scope)
        return chunk
      })
    })
  )

/**
 * Schedules an interruption of the fiber that pulls the chunks. After the last chunk, that fiber waits for the socket,
 * and only an interruption ends the wait.
 */
const interruptAfter = (millis: number, scope: Scope.Scope) =>
  Effect.withFiber((reader) =>
    Effect.sync(() => reader.interruptUnsafe()).pipe(Effect.delay(millis), Effect.forkIn(scope))
  )
