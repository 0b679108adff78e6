import { Data, Deferred, Effect, Semaphore, Stream } from "effect"
import {
  errorResponse,
  jsonRpcCodes,
  type JsonRpcResponse,
  messageBytesMax,
  parseMessage
} from "../../../adapters/http/mcp/protocol/JsonRpc.ts"
import { makeMcpConnections } from "../../../adapters/http/mcp/protocol/McpConnections.ts"
import type { AgentTool, ApiCaller } from "../../../adapters/http/mcp/tools/AgentTool.ts"
import { type Line, readLines } from "../files/Lines.ts"

/**
 * Maximum number of messages in progress. Beyond it, standard input is not read. The client then cannot fill the memory
 * with calls, or with responses that it does not read.
 */
export const messagesConcurrentMax = 64

export interface StdioStreams {
  readonly input: AsyncIterable<Uint8Array> & { readonly destroy: () => unknown }
  /** Writes a line. Completes when the reader has accepted it, and rejects if the reader is gone. */
  readonly writeLine: (line: string) => Promise<void>
}

class InputFailed extends Data.TaggedError("InputFailed")<{ readonly message: string }> {}

/**
 * Serves one MCP client, with one JSON-RPC message per line. Completes when the input ends and all messages are
 * answered, or when the client closes the output.
 */
export const serveStdio = Effect.fnUntraced(function*(
  tools: ReadonlyArray<AgentTool>,
  caller: ApiCaller,
  { input, writeLine }: StdioStreams
) {
  const connection = (yield* makeMcpConnections(tools)).connect(caller)
  const slots = yield* Semaphore.make(messagesConcurrentMax)
  const outputClosed = yield* Deferred.make<void>()

  const answer = (response: JsonRpcResponse | null) =>
    response === null
      ? Effect.void
      : Effect.catch(Effect.tryPromise(() => writeLine(JSON.stringify(response))), () =>
        Deferred.succeed(outputClosed, undefined))

  const handleLine = ({ isTooLong, text }: Line) => {
    const message = isTooLong ? tooLong : parseMessage(text)
    const handled = Effect.flatMap(connection.handle(message), answer)
    // Handles `initialize` before later messages, because they depend on the negotiated protocol revision. All other
    // messages are handled concurrently.
    const isFirst = message.kind === "request" && message.method === "initialize"
    return isFirst ? handled : Effect.andThen(
      slots.take(1),
      Effect.forkChild(Effect.ensuring(handled, slots.release(1)))
    )
  }

  const reading = Stream.fromAsyncIterable(
    readLines(input, messageBytesMax),
    (cause) => new InputFailed({ message: `Standard input cannot be read: ${String(cause)}` })
  ).pipe(
    Stream.filter(({ text }) => text.trim() !== ""),
    Stream.runForEach(handleLine),
    Effect.andThen(slots.take(messagesConcurrentMax))
  )
  // Closes the input if the output is closed, because reading ends only when the input ends.
  yield* Effect.raceFirst(reading, Effect.tap(Deferred.await(outputClosed), () => Effect.sync(() => input.destroy())))
}, Effect.scoped)

const tooLong = {
  kind: "invalid",
  response: errorResponse(null, jsonRpcCodes.invalidRequest, `The message has more than ${messageBytesMax} characters.`)
} as const
