import { createClient } from "@redis/client"
import { Context, Effect, Layer, Redacted, Schema, type Scope } from "effect"

/** Maximum time to open a connection. Startup waits this long, or until the first attempt fails. */
export const connectMillisMax = 1_000
/** Maximum delay between two connection attempts. */
export const reconnectMillisMax = 1_000
/** Interval of the pings that detect a connection that was lost without notice. */
const pingMillis = 1_000
/** Time without received data after which a connection is closed and reopened. */
const silentMillisMax = 5_000

export class ValkeyFailure extends Schema.TaggedError<ValkeyFailure>()("ValkeyFailure", {
  message: Schema.String
}) {}

/** Connection to a Valkey or Redis server. It reconnects automatically. */
export class ValkeyClient extends Context.Service<ValkeyClient, {
  /** Sends a command. Fails immediately if there is no connection. */
  readonly send: (...command: ReadonlyArray<string>) => Effect.Effect<unknown, ValkeyFailure>
  /** Returns the reason of the last failed connection attempt; null while connected. */
  readonly problem: () => string | null
  /** Registers a listener that is called each time a connection opens. */
  readonly onReady: (listener: () => void) => void
}>()("gatehouse/adapters/storage/valkey/ValkeyClient") {
  static readonly layer = (url: Redacted.Redacted): Layer.Layer<ValkeyClient> => Layer.effect(ValkeyClient, make(url))
}

/** Replaces the scheme `valkey` with `redis`, because the client library accepts only Redis schemes. */
const redisUrl = (url: string): string => url.replace(/^valkey(s?):/, "redis$1:")

const make = Effect.fnUntraced(
  function*(url: Redacted.Redacted): Effect.fn.Return<ValkeyClient["Service"], never, Scope.Scope> {
    let problem: string | null = `No connection was established within ${connectMillisMax} ms.`
    const client = createClient({
      url: redisUrl(Redacted.value(url)),
      name: "gatehouse",
      // All servers and proxies support RESP2.
      RESP: 2,
      maintNotifications: "disabled",
      disableOfflineQueue: true,
      // Commands need no timers, because the callers have deadlines.
      commandOptions: { timeout: 0 },
      pingInterval: pingMillis,
      socket: {
        connectTimeout: connectMillisMax,
        socketTimeout: silentMillisMax,
        reconnectStrategy: (attempts) => Math.min(reconnectMillisMax, 50 * 2 ** Math.min(attempts, 10))
      }
    })
    // An error event without a listener would end the process.
    client.on("error", (error: unknown) => {
      problem = messageOf(error)
    })
    client.on("ready", () => {
      problem = null
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => client.destroy()))
    // `connect` keeps trying after the first attempt until the client is destroyed.
    const firstAttempt = Effect.callback<void>((resume) => {
      const end = () => resume(Effect.void)
      client.once("error", end)
      client.connect().then(end, end)
    })
    yield* Effect.timeoutOption(firstAttempt, connectMillisMax)
    return ValkeyClient.of({
      send: (...command) =>
        Effect.tryPromise({
          try: () => client.sendCommand(command),
          catch: (cause) => new ValkeyFailure({ message: messageOf(cause) })
        }),
      problem: () => problem,
      onReady: (listener) => void client.on("ready", listener)
    })
  }
)

const messageOf = (cause: unknown): string => cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)
