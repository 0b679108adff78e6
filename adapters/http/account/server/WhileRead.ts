import { Context, Effect, type Fiber, type Scope, Stream } from "effect"

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
