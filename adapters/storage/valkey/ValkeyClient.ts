import { createClient } from "@redis/client"
import { Context, Effect, Layer, Redacted, Schema, type Scope } from "effect"

/** Longest time to open a connection. A server that starts waits as long, or until the first attempt has failed. */
export const connectMillisMax = 1_000
/** Longest wait between two attempts to connect. */
export const reconnectMillisMax = 1_000
/** A connection is checked this often, so that one that is silently gone is noticed. */
const pingMillis = 1_000
/** A connection on which nothing arrives for so long is given up and opened anew. */
const silentMillisMax = 5_000

export class ValkeyFailure extends Schema.TaggedError<ValkeyFailure>()("ValkeyFailure", {
  message: Schema.String
}) {}

/** A connection to a Valkey or Redis server, opened anew when it ends. */
export class ValkeyClient extends Context.Service<ValkeyClient, {
  /** Fails at once while there is no connection. */
  readonly send: (...command: ReadonlyArray<string>) => Effect.Effect<unknown, ValkeyFailure>
  /** Why there is no connection, in the words of the last attempt; null while there is one. */
  readonly problem: () => string | null
  /** Calls back whenever a connection has been opened. */
  readonly onReady: (listener: () => void) => void
}>()("gatehouse/adapters/storage/valkey/ValkeyClient") {
  static readonly layer = (url: Redacted.Redacted): Layer.Layer<ValkeyClient> => Layer.effect(ValkeyClient, make(url))
}

/** The client library knows the names of Redis only. */
const redisUrl = (url: string): string => url.replace(/^valkey(s?):/, "redis$1:")

const make = Effect.fnUntraced(
  function*(url: Redacted.Redacted): Effect.fn.Return<ValkeyClient["Service"], never, Scope.Scope> {
    let problem: string | null = `There was no connection within ${connectMillisMax} ms.`
    const client = createClient({
      url: redisUrl(Redacted.value(url)),
      name: "gatehouse",
      // The older protocol, which proxies and all servers speak.
      RESP: 2,
      maintNotifications: "disabled",
      disableOfflineQueue: true,
      // No timer for each command: the callers have deadlines.
      commandOptions: { timeout: 0 },
      pingInterval: pingMillis,
      socket: {
        connectTimeout: connectMillisMax,
        socketTimeout: silentMillisMax,
        reconnectStrategy: (attempts) => Math.min(reconnectMillisMax, 50 * 2 ** Math.min(attempts, 10))
      }
    })
    // An event without a listener would end the process.
    client.on("error", (error: unknown) => {
      problem = messageOf(error)
    })
    client.on("ready", () => {
      problem = null
    })
    yield* Effect.addFinalizer(() => Effect.sync(() => client.destroy()))
    // Goes on connecting after the first attempt, until the client is destroyed.
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
