import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { inject } from "vitest"

/** A resource that all test files of a run share. `value` is its address: a URL, a path or JSON. */
export interface SharedResource {
  readonly value: string
  readonly stop: () => Promise<void> | void
}

export type ResourceStarters = Readonly<Record<string, () => Promise<SharedResource>>>

/**
 * Starts each shared resource when the first test file requests it, and stops it at the end of the run.
 *
 * The resources run in the main process of the run. Workers are other processes and request resources over HTTP.
 * `DELETE` stops a resource, and the next request starts it again.
 */
export const serveOnDemand = async (starters: ResourceStarters) => {
  const started = new Map<string, Promise<SharedResource>>()
  const locks = new Map<string, Promise<void>>()
  const server = createServer((request, response) => {
    const name = request.url!.slice(1)
    if (name.startsWith(lockPath)) {
      const previous = locks.get(name) ?? Promise.resolve()
      return void locks.set(name, previous.then(() => holdLock(response)))
    }
    const start = starters[name]
    if (start === undefined) return void response.writeHead(404).end(`There is no shared resource named ${name}.`)
    const respond = (result: Promise<string>) =>
      result.then(
        (value) => response.end(value),
        (cause: unknown) => response.writeHead(500).end(String(cause instanceof Error ? cause.stack : cause))
      )
    const running = started.get(name)
    if (request.method === "DELETE") {
      started.delete(name)
      return void respond(Promise.resolve(running?.then(({ stop }) => stop())).then(() => ""))
    }
    const resource = running ?? start()
    started.set(name, resource)
    void respond(resource.then(({ value }) => value))
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

const lockPath = "lock/"

/**
 * Gives the lock to a caller. Resolves when the caller's connection closes, for instance because the caller's process
 * exited.
 */
const holdLock = (response: ServerResponse): Promise<void> =>
  new Promise((resolve) => {
    if (response.destroyed) return resolve()
    response.once("close", resolve).writeHead(200).flushHeaders()
  })

/** Runs part of a test under a named lock. At most one test of the run, in any process, holds the lock at a time. */
export const runExclusively = async <A>(name: string, run: () => Promise<A>): Promise<A> => {
  // Keeps the response from garbage collection, which would close the connection and thus release the lock.
  const lock = await fetch(`${inject("onDemandUrl")}/${lockPath}${name}`)
  try {
    return await run()
  } finally {
    await lock.body?.cancel()
  }
}

/** Returns the `value` of a shared resource of `globalSetup.ts`. The first caller of the run starts the resource. */
export const requestResource = async (name: string): Promise<string> => {
  const response = await fetch(`${inject("onDemandUrl")}/${name}`)
  const text = await response.text()
  if (!response.ok) throw new Error(`The shared ${name} did not start: ${text}`)
  return text
}
