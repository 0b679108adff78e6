import { type Context, Effect } from "effect"
import type { Endpoint, HttpExchange, HttpResponse } from "../../server/messages/HttpExchange.ts"
import type { ApiBody, ApiCaller, ApiReply } from "../tools/AgentTool.ts"
import { toFormData } from "../tools/ToFormData.ts"
import { type BufferedBody, BufferedExchange } from "./BufferedExchange.ts"

/**
 * Sends the requests of tools to the endpoints of this server. Authentication, limits, charges and history are
 * therefore those of the HTTP API.
 */
export class EndpointCaller<R> implements ApiCaller {
  /** Response of the endpoint, whose charge is in flight until the outer response is delivered. */
  response: HttpResponse | null = null
  private readonly exchange: HttpExchange
  private readonly apiKey: string
  private readonly find: (path: string) => Endpoint<R> | undefined
  private readonly context: Context.Context<R>

  /** @param find returns the endpoint of a path */
  constructor(
    exchange: HttpExchange,
    apiKey: string,
    find: (path: string) => Endpoint<R> | undefined,
    context: Context.Context<R>
  ) {
    this.exchange = exchange
    this.apiKey = apiKey
    this.find = find
    this.context = context
  }

  readonly send: ApiCaller["send"] = ({ body, path }) => {
    const endpoint = this.find(path)
    if (endpoint === undefined) return Effect.die(new Error(`No endpoint has the path ${path}.`))
    return Effect.promise(() => toBufferedBody(body)).pipe(
      Effect.flatMap((buffered) => endpoint(new BufferedExchange(this.exchange, this.apiKey, path, buffered))),
      // Protocol messages are not traced. The requests of tools are traced at the configured rate.
      Effect.withTracerEnabled(true),
      Effect.provideContext(this.context),
      Effect.map((response) => {
        this.response = response
        return toReply(response)
      })
    )
  }
}

const toBufferedBody = async (body: ApiBody): Promise<BufferedBody> => {
  if ("json" in body) return { contentType: "application/json", bytes: Buffer.from(JSON.stringify(body.json)) }
  const encoded = new Response(toFormData(body.form))
  return { contentType: encoded.headers.get("content-type") ?? "", bytes: new Uint8Array(await encoded.arrayBuffer()) }
}

const toReply = ({ body, headers, status }: HttpResponse): ApiReply => ({
  status,
  body,
  header: (name) => {
    for (let at = 0; at < headers.length; at += 2) {
      if (headers[at]?.toLowerCase() === name) return headers[at + 1]
    }
    return undefined
  }
})
