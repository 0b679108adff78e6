import { Console, Effect } from "effect"
import { checkEmail, layerEmbedded, noBlockRules } from "gatehouse"

/** What a sign-up form of yours would say to an address. */
const advice = Effect.fn(function*(email: string) {
  const { did_you_mean, disposable, role_account } = yield* checkEmail({ email, rules: noBlockRules })
  if (did_you_mean !== null) return `did you mean ${did_you_mean}?`
  if (disposable) return "please use an address that you will keep"
  return role_account ? "welcome, whoever reads this mailbox" : "welcome"
}, Effect.catchTag("InvalidEmailAddress", ({ message }) => Effect.succeed(message)))

const program = Effect.forEach(
  ["ann@gmial.com", "bob@mailinator.com", "sales@example.com", "ann@example.com", "ann@@example.com"],
  (email) => Effect.flatMap(advice(email), (said) => Console.log(`${email}: ${said}`)),
  { discard: true }
)

await Effect.runPromise(Effect.provide(program, layerEmbedded))
