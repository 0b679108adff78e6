import express from "express"
import Fastify from "fastify"
import { Hono } from "hono"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import {
  type GuardOptions,
  type ShieldDecision,
  shieldExpress,
  shieldFastify,
  shieldFetch,
  shieldHono
} from "../../apps/shield/index.ts"

/** Values that the test's handler receives and returns as its response. */
export interface Seen {
  readonly shield: ShieldDecision | null
  readonly name: unknown
}

export interface App {
  readonly baseUrl: string
  readonly stop: () => Promise<unknown>
}

/** Starts an app that answers `POST /form` and `GET /form` behind Shield. */
export type StartApp = (options: GuardOptions & Hooks) => Promise<App>

/** Options of a test app. With `teapot`, the app's own code answers rejections with 418. */
export interface Hooks {
  readonly teapot?: boolean
  readonly bodyBytesMax?: number
}

export const listen = async (server: Server): Promise<App> => {
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(done))
    }
  }
}

/** The part of Express used here: the package has no types. */
export interface ExpressApp {
  use(...handlers: ReadonlyArray<unknown>): void
  all(path: string, ...handlers: ReadonlyArray<unknown>): void
  (request: unknown, response: unknown): void
}
export type ExpressHere = { (): ExpressApp } & Record<"json" | "urlencoded", (options?: object) => unknown>
export interface ExpressSent {
  status(code: number): { json(body: unknown): void }
  json(body: unknown): void
  statusCode: number
  setHeader(name: string, value: string): void
  end(text: string): void
}

export const startExpress: StartApp = ({ teapot, ...options }) => {
  const here = express as unknown as ExpressHere
  const app = here()
  app.use(here.json(), here.urlencoded({ extended: true }))
  const shield = shieldExpress({
    ...options,
    ...teapot === true
      ? { onRejected: (decision, _request, response: ExpressSent) => response.status(418).json(decision) }
      : {}
  })
  app.all("/form", shield, (request: { body?: any; shield?: ShieldDecision }, response: ExpressSent) => {
    response.json({ shield: request.shield ?? null, name: request.body?.name })
  })
  app.use((error: Error, _request: unknown, response: ExpressSent, _next: unknown) => {
    response.status(500).json({ failed: error.message })
  })
  return listen(createServer(app))
}

export const startFastify: StartApp = async ({ teapot, ...options }) => {
  const app = Fastify()
  app.decorateRequest("shield")
  app.setErrorHandler((error: Error, _request, reply) => reply.code(500).send({ failed: error.message }))
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, text, done) => {
    const form = new URLSearchParams(text as string)
    done(null, Object.fromEntries([...form.keys()].map((name) => [name, form.getAll(name)])))
  })
  const preHandler = shieldFastify({
    ...options,
    ...teapot === true
      ? {
        onRejected: (decision: ShieldDecision, _: FastifyRequest, reply: FastifyReply) => reply.code(418).send(decision)
      }
      : {}
  })
  app.all("/form", { preHandler }, (request, reply) => {
    const name = (request.body as any)?.name
    const { shield } = request as FastifyRequest & { shield?: ShieldDecision }
    return reply.send({ shield: shield ?? null, name: [name].flat()[0] })
  })
  const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" })
  return { baseUrl, stop: () => app.close() }
}

type FastifyRequest = import("fastify").FastifyRequest
type FastifyReply = import("fastify").FastifyReply

/** Serves a request handler with a Node server. */
const listenFetch = (handler: (request: Request, address: string) => Response | Promise<Response>): Promise<App> =>
  listen(createServer(async (incoming, outgoing) => {
    const chunks: Array<Buffer> = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const method = incoming.method!
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method,
      headers: incoming.headers as Record<string, string>,
      ...method === "GET" ? {} : { body: Buffer.concat(chunks) }
    })
    const response = await handler(request, incoming.socket.remoteAddress!)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(await response.text())
  }))

const nameOf = async (request: { json(): Promise<any>; formData(): Promise<FormData> }, type: string) =>
  type.includes("json") ? (await request.json()).name : (await request.formData()).get("name")

export const startHono: StartApp = ({ teapot, ...options }) => {
  const app = new Hono<{ Variables: { shield: ShieldDecision }; Bindings: { address: string } }>()
  app.onError((error, c) => c.json({ failed: error.message }, 500))
  const shield = shieldHono<import("hono").Context>({
    ...options,
    remoteAddress: (c) => c.env.address,
    ...teapot === true ? { onRejected: (decision, c) => c.json(decision, 418) } : {}
  })
  app.use("/read/*", async (c, next) => {
    await c.req.text()
    await next()
  })
  app.on(["GET", "POST"], ["/form", "/read/form"], shield, async (c) => {
    const type = c.req.header("content-type") ?? ""
    const name = c.req.method === "GET"
      ? undefined
      : type.includes("json")
      ? (await c.req.json()).name
      : (await c.req.parseBody())["name"]
    return c.json({ shield: c.get("shield") ?? null, name })
  })
  return listenFetch((request, address) => app.fetch(request, { address }))
}

export const startFetch: StartApp = ({ teapot, ...options }) =>
  listenFetch(shieldFetch<[address: string]>(
    async (request, shield) => {
      const name = request.method === "GET"
        ? undefined
        : await nameOf(request, request.headers.get("content-type") ?? "").catch(() => undefined)
      return Response.json({ shield, name } satisfies Seen)
    },
    {
      ...options,
      remoteAddress: (_, address) => address,
      ...teapot === true ? { onRejected: (decision) => Response.json(decision, { status: 418 }) } : {}
    }
  ))
