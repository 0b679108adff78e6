import { Effect, Schema } from "effect"
import { countSchema } from "../../api/EndpointContract.ts"
import { type AgentTool, makeTool } from "./AgentTool.ts"

export const balanceToolName = "credit_balance"

/** Endpoint of the balance. Only `/mcp` reaches it, because it is not part of the public API. */
export const balanceEndpoint = {
  path: "/mcp/credit-balance",
  status: 200,
  success: Schema.Struct({
    available: countSchema.annotate({ description: "Credits that checks can spend." }),
    held: countSchema.annotate({ description: "Credits reserved by checks in progress." })
  })
} as const

export const balanceTool: AgentTool = makeTool({
  name: balanceToolName,
  title: "Show the credit balance",
  description:
    "Returns the credits of the account whose API key you use. Call it before many checks, or after an error about missing " +
    "credits. Free.",
  input: Schema.Record(Schema.String, Schema.Never),
  endpoint: balanceEndpoint,
  isReadOnly: true,
  isOpenWorld: false,
  toBody: () => Effect.succeed({ json: {} }),
  summarize: ({ available, held }) =>
    `${available} credits are available${held === 0 ? "" : `, and ${held} are reserved by checks in progress`}.`
})
