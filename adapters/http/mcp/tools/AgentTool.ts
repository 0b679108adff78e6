import { Data, Effect, type JsonSchema, Schema } from "effect"
import type { EndpointDeclaration, WireSchema } from "../../api/EndpointDeclaration.ts"
import { toValidationError } from "../../server/messages/Validation.ts"
import { describeRefusal, uncheckedNote } from "./DescribeRefusal.ts"

/** Document with its name. */
export interface NamedBytes {
  readonly name: string
  readonly bytes: Uint8Array
}

/** Body of a request: JSON, or the fields of a multipart form. */
export type ApiBody = { readonly json: unknown } | {
  readonly form: { readonly file?: NamedBytes; readonly url?: string }
}

export interface ApiRequest {
  readonly path: string
  readonly body: ApiBody
}

export interface ApiReply {
  readonly status: number
  /** Returns a header by its lowercase name. */
  readonly header: (name: string) => string | undefined
  readonly body: string
}

/** The tool produced no result. The message says why and what the agent should do. */
export class ToolFailure extends Data.TaggedError("ToolFailure")<{
  readonly message: string
  /** Data for programs, such as the HTTP status. Agents read only the message. */
  readonly meta?: Readonly<Record<string, unknown>>
}> {}

/** Sends requests with the API key of the agent. */
export interface ApiCaller {
  readonly send: (request: ApiRequest) => Effect.Effect<ApiReply, ToolFailure>
}

/** Result of a tool call. `structured` is null for an error. */
export interface ToolResult {
  readonly text: string
  readonly structured: Readonly<Record<string, unknown>> | null
  readonly meta: Readonly<Record<string, unknown>>
}

/** Hints for the client, as MCP defines them. Clients use the hints to decide which calls need the user's consent. */
export interface ToolHints {
  /** Whether a call changes nothing but the credit balance. */
  readonly isReadOnly: boolean
  /** Whether a call can lead to requests to other hosts. */
  readonly isOpenWorld: boolean
}

/** Tool that an agent can call. */
export interface AgentTool extends ToolHints {
  readonly name: string
  readonly title: string
  /** Says when an agent should call the tool and what the result means. */
  readonly description: string
  readonly inputSchema: JsonSchema.JsonSchema
  readonly outputSchema: JsonSchema.JsonSchema
  /** Never fails. Every failure is a result whose text says what to do. */
  readonly call: (input: unknown, caller: ApiCaller) => Effect.Effect<ToolResult>
}

/** Definition of a tool that calls one endpoint of the API. */
export interface ToolDefinition<Input extends WireSchema, Success extends WireSchema> extends ToolHints {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly input: Input
  readonly endpoint: Pick<EndpointDeclaration<WireSchema, Success>, "path" | "status" | "success">
  readonly toBody: (input: Input["Type"]) => Effect.Effect<ApiBody, ToolFailure>
  /** Returns one or two sentences with the verdict and the recommended action. */
  readonly summarize: (result: Success["Type"], input: Input["Type"]) => string
}

/** Prefix of the keys in the metadata of results. */
const metaPrefix = "gatehouse/"

/** Builds a tool that validates its input, calls the endpoint, and turns every failure into a result. */
export const makeTool = <Input extends WireSchema, Success extends WireSchema>(
  { endpoint, input, summarize, toBody, ...tool }: ToolDefinition<Input, Success>
): AgentTool => {
  const decodeInput = makeInputDecoder(input)
  const decodeReply = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.toCodecJson(endpoint.success)))
  const run = Effect.fnUntraced(function*(given: unknown, caller: ApiCaller) {
    const decoded = yield* decodeInput(given)
    const reply = yield* caller.send({ path: endpoint.path, body: yield* toBody(decoded) })
    const meta = metaOf(reply)
    if (reply.status !== endpoint.status) {
      return yield* new ToolFailure({ message: describeRefusal(reply), meta })
    }
    const result = yield* Effect.mapError(
      decodeReply(reply.body),
      () => new ToolFailure({ message: `${unexpectedReplyMessage} ${uncheckedNote}`, meta })
    )
    const credits = Number(reply.header("x-credits-charged") ?? 0)
    const text = `${summarize(result, decoded)}${credits > 0 ? ` Cost: ${formatCredits(credits)}.` : ""}`
    // The reply has the declared shape, which is an object for every endpoint.
    const structured: Record<string, unknown> = { ...JSON.parse(reply.body) }
    return { text, structured, meta }
  })
  return {
    ...tool,
    inputSchema: toJsonSchema(input, "error"),
    outputSchema: toJsonSchema(endpoint.success, "ignore"),
    call: (given, caller) =>
      Effect.catch(
        run(given, caller),
        ({ message, meta }) => Effect.succeed<ToolResult>({ text: message, structured: null, meta: meta ?? {} })
      )
  }
}

const unexpectedReplyMessage =
  "The server sent a reply that this version of Gatehouse does not understand. Ask the user to run the same release on both sides."

const formatCredits = (credits: number): string => credits === 1 ? "1 credit" : `${credits} credits`

/** Returns a decoder that refuses unknown fields, because an agent would not notice that a field was ignored. */
const makeInputDecoder = <Input extends WireSchema>(input: Input) => {
  const decode = Schema.decodeUnknownEffect(Schema.toCodecJson(input), { errors: "all", onExcessProperty: "error" })
  return (given: unknown): Effect.Effect<Input["Type"], ToolFailure> =>
    Effect.mapError(
      decode(given),
      ({ issue }) => new ToolFailure({ message: describeInvalidInput(toValidationError(issue).errors) })
    )
}

const describeInvalidInput = (errors: Readonly<Record<string, ReadonlyArray<string>>>): string =>
  `${Object.values(errors).flat().join(" ")} Correct the arguments, then call the tool again. Nothing was charged.`

/** Returns a JSON Schema without references, which some clients do not resolve. */
const toJsonSchema = (schema: WireSchema, onExcessProperty: "error" | "ignore"): JsonSchema.JsonSchema =>
  Schema.toJsonSchemaDocument(schema, { onExcessProperty, referencePolicy: () => undefined }).schema

const metaOf = ({ header, status }: ApiReply): Readonly<Record<string, unknown>> => {
  const meta: Record<string, unknown> = { [`${metaPrefix}status`]: status }
  const [credits, requestId, retryAfter] = [
    header("x-credits-charged"),
    header("x-request-id"),
    header("retry-after")
  ]
  if (credits !== undefined) meta[`${metaPrefix}credits_charged`] = Number(credits)
  if (requestId !== undefined) meta[`${metaPrefix}request_id`] = requestId
  if (retryAfter !== undefined) meta[`${metaPrefix}retry_after_seconds`] = Number(retryAfter)
  return meta
}
