import { Console, Effect } from "effect"
import { analyzeLead, layerEmbedded, type Lead, noBlockRules } from "gatehouse"

const leads: ReadonlyArray<Lead> = [
  { name: "Ann", email: "ann@example.com", message: "Hello, how much is the large one, with delivery to Bristol?" },
  { name: "Bob", email: "bob@mailinator.com", message: "Can you call me back tomorrow about the order?" },
  { email: "carl@example.com", message: "Your invoice is here: http://malware.wicar.org/invoice" }
]

const program = Effect.forEach(
  leads,
  Effect.fnUntraced(function*(lead) {
    const { reasons: [first = "no risk signals"], riskScore, verdict } = yield* analyzeLead(
      lead,
      noBlockRules
    )
    yield* Console.log(`${lead.email}: ${verdict} (${riskScore}). ${first}`)
  }),
  { discard: true }
)

Effect.runPromise(Effect.provide(program, layerEmbedded)).catch(console.error)
