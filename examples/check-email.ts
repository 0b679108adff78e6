import { Console, Effect } from "effect"
import { checkEmail, layerEmbedded, noBlockRules } from "gatehouse"

/** Returns the message that a sign-up form shows for an address. */
const advice = Effect.fn(function*(email: string) {
  const { did_you_mean, disposable, role_account } = yield* checkEmail({ email, rules: noBlockRules })
  if (did_you_mean !== null) return `did you mean ${did_you_mean}?`
  if (disposable) return "please use a permanent address"
  return role_account ? "welcome (shared mailbox)" : "welcome"
}, Effect.catchTag("InvalidEmailAddress", ({ message }) => Effect.succeed(message)))

const program = Effect.forEach(
  ["ann@gmial.com", "bob@mailinator.com", "sales@example.com", "ann@example.com", "ann@@example.com"],
  (email) => Effect.flatMap(advice(email), (message) => Console.log(`${email}: ${message}`)),
  { discard: true }
)

await Effect.runPromise(Effect.provide(program, layerEmbedded))
