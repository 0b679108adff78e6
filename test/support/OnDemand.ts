import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { inject } from "vitest"

/** A resource that all test files of a run share. `value` is its address: a URL, a path or JSON. */
export interface SharedResource {
  readonly value: string
  readonly stop: () => Promise<void> | void
}

export type Starters = Readonly<Record<string, () => Promise<SharedResource>>>

/**
 * Starts each shared resource when the first test file requests it, and stops it at the end of the run.
 *
 * The resources run in the main process of the run. Workers are other processes and request resources over HTTP. `DELETE` stops a
 * resource; the next request starts it again.
 */
export const serveOnDemand = async (starters: Starters) => {
  const started = new Map<string, Promise<SharedResource>>()
  const turns = new Map<string, Promise<void>>()
  const server = createServer((request, response) => {
    const name = request.url!.slice(1)
    if (name.startsWith(turnPath)) {
      const earlier = turns.get(name) ?? Promise.resolve()
      return void turns.set(name, earlier.then(() => turnOf(response)))
    }
    const start = starters[name]
    if (start === undefined) return void response.writeHead(404).end(`nothing is shared as ${name}`)
    const answer = (result: Promise<string>) =>
      result.then(
        (value) => response.end(value),
        (cause: unknown) => response.writeHead(500).end(String(cause instanceof Error ? cause.stack : cause))
      )
    const running = started.get(name)
    if (request.method === "DELETE") {
      started.delete(name)
      return void answer(Promise.resolve(running?.then(({ stop }) => stop())).then(() => ""))
    }
    const resource = running ?? start()
    started.set(name, resource)
    void answer(resource.then(({ value }) => value))
  })
  // A test may send a request at any time, so idle connections stay open.
  server.keepAliveTimeout = 0
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      const resources = await Promise.allSettled(started.values())
      await Promise.all(resources.map(async (one) => one.status === "fulfilled" ? await one.value.stop() : undefined))
    }
  }
}

const turnPath = "turn/"

/** Gives the turn to a caller. Resolves when the caller's connection closes, also because its process died. */
const turnOf = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed) return resolve()
    response.once("close", resolve).writeHead(200).flushHeaders()
  })

/** Runs a part of a test that no other test of the run, in any process, may run at the same time. */
export const inTurn = async <A>(name: string, run: () => Promise<A>): Promise<A> => {
  // Keeps the response: its connection, and thus the turn, ends when it is garbage collected.
  const turn = await fetch(`${inject("onDemandUrl")}/${turnPath}${name}`)
  try {
    return await run()
  } finally {
    await turn.body?.cancel()
  }
}

/** Returns the `value` of a shared resource of `globalSetup.ts`. The first caller of the run starts the resource. */
export const demand = async (name: string): Promise<string> => {
  const response = await fetch(`${inject("onDemandUrl")}/${name}`)
  const text = await response.text()
  if (!response.ok) throw new Error(`The shared ${name} did not start: ${text}`)
  return text
}
