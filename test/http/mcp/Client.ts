import { Client } from "@modelcontextprotocol/sdk/client/index.js"
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js"
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js"
import { join } from "node:path"
import { expect } from "vitest"
import { node, root } from "../../crash/ServerProcess.ts"
import { compileCache } from "../../support/CompileCache.ts"

/** Result of a tool call, as the tests read it. */
export interface CallResult {
  readonly texts: ReadonlyArray<string>
  readonly structured: unknown
  readonly isError: boolean
  readonly meta: Readonly<Record<string, unknown>>
}

/** Official client, which validates structured results against the tools' output schemas. */
export interface McpClient {
  readonly client: Client
  readonly call: (name: string, input: Record<string, unknown>) => Promise<CallResult>
  readonly close: () => Promise<void>
}

/** Connects a client, and loads the list of tools, without which it does not validate results. */
export const connectClient = async (transport: Transport): Promise<McpClient> => {
  const client = new Client({ name: "test", version: "1.0.0" })
  await client.connect(transport)
  await client.listTools()
  return {
    client,
    call: async (name, input) => {
      const { _meta = {}, content, isError = false, structuredContent } = await client.callTool({
        name,
        arguments: input
      })
      expect(content).toBeInstanceOf(Array)
      const texts = (content as ReadonlyArray<{ readonly text: string }>).map(({ text }) => text)
      return { texts, structured: structuredContent, isError: isError === true, meta: _meta }
    },
    close: () => client.close()
  }
}

export const connectHttp = (baseUrl: string, headers: Readonly<Record<string, string>>): Promise<McpClient> =>
  connectClient(
    new StreamableHTTPClientTransport(new URL("/mcp", baseUrl), { requestInit: { headers } })
  )

/** Starts `gatehouse mcp` as a client does. */
export const connectStdio = (
  env: Readonly<Record<string, string>>,
  { args = [], folder = root }: { readonly args?: ReadonlyArray<string>; readonly folder?: string } = {}
): Promise<McpClient> =>
  connectClient(
    new StdioClientTransport({
      command: node.command[0]!,
      args: [join(root, "apps/cli/main.mjs"), "mcp", ...args],
      cwd: folder,
      env: { PATH: process.env["PATH"] ?? "", ...compileCache, ...env }
    })
  )
