import { Config, Console, Effect, Layer } from "effect"
import { GatehouseClient } from "gatehouse/effect"

/** Client with its settings from the environment. */
const layerClient = Layer.unwrap(Effect.gen(function*() {
  const baseUrl = yield* Config.String("GATEHOUSE_URL").pipe(Config.withDefault("http://127.0.0.1:8080"))
  const apiKey = yield* Config.Redacted("KEY")
  return GatehouseClient.layer({ baseUrl, apiKey })
}))

/** Returns the message that a sign-up form shows for an address. */
const advice = Effect.fn(function*(email: string) {
  const gatehouse = yield* GatehouseClient
  const { did_you_mean, disposable } = yield* gatehouse.scanEmail({ email })
  if (did_you_mean !== null) return `did you mean ${did_you_mean}?`
  return disposable ? "please use a permanent address" : "welcome"
}, (effect) =>
  Effect.catchTags(effect, {
    ConnectionError: () => Effect.succeed("welcome (not checked)"),
    ResponseError: (error) => error.code === "unprocessable" ? Effect.succeed(error.message) : Effect.fail(error)
  }))

const program = Effect.forEach(
  ["ann@gmial.com", "bob@mailinator.com", "ann@@example.com"],
  (email) => Effect.flatMap(advice(email), (message) => Console.log(`${email}: ${message}`)),
  { discard: true }
)

await Effect.runPromise(Effect.provide(program, layerClient))
