import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer, type RequestListener } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { node, root } from "../../crash/ServerProcess.ts"
import { compileCache } from "../../support/CompileCache.ts"
import { eventually } from "../../support/Eventually.ts"

/** Server whose answers a test chooses. */
export interface ScriptedServer {
  answer: RequestListener
  readonly baseUrl: string
  /** Returns the number of requests so far. */
  readonly requests: () => number
  readonly stop: () => void
}

export const startScriptedServer = async (): Promise<ScriptedServer> => {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    scripted.answer(request, response)
  })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const scripted: ScriptedServer = {
    answer: () => {},
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    stop: () => {
      server.closeAllConnections()
      server.close()
    }
  }
  return scripted
}

export const reply = (status: number, body: unknown, headers = {}): RequestListener => (request, response) => {
  request.resume().on("end", () => {
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body))
  })
}

/** Starts `gatehouse mcp` with pipes, as a client of the server at `baseUrl`. */
export const startAgent = (
  baseUrl: string,
  env: Readonly<Record<string, string | undefined>> = {},
  args: ReadonlyArray<string> = []
) => {
  const child = spawn(node.command[0]!, [join(root, "apps/cli/main.mjs"), "mcp", ...args], {
    cwd: root,
    env: {
      PATH: process.env["PATH"] ?? "",
      GATEHOUSE_SERVER: baseUrl,
      GATEHOUSE_API_KEY: "gh_live_test",
      ...compileCache,
      ...env
    }
  })
  let [out, err] = ["", ""]
  child.stdout.on("data", (chunk: Buffer) => out += chunk)
  child.stderr.on("data", (chunk: Buffer) => err += chunk)
  child.stdin.on("error", () => {})
  const messages = (): ReadonlyArray<any> =>
    out.split("\n").filter((line) => line !== "").map((line) => JSON.parse(line))
  return {
    child,
    send: (...lines: ReadonlyArray<string | object>) => {
      for (const line of lines) child.stdin.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`)
    },
    messages,
    /** Waits for the response to a request. */
    response: async (id: unknown) =>
      (await eventually(async () => messages(), (all) => all.some((one) => one.id === id))).find((one) =>
        one.id === id
      ),
    exited: once(child, "exit").then(([code, signal]) => ({ code, signal, out, err }))
  }
}

export const request = (id: unknown, method: string, params: unknown = {}) => ({ jsonrpc: "2.0", id, method, params })
export const initialize = request(0, "initialize", {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "test", version: "1" }
})
export const call = (id: unknown, name: string, input: unknown = {}) =>
  request(id, "tools/call", { name, arguments: input })
export const screenUrl = (id: unknown) => call(id, "screen_url", { url: "https://example.com/" })
export const textOf = (response: any): string => response.result.content[0].text
