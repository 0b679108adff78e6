import express from "express"
import Fastify from "fastify"
import { Hono } from "hono"
import { createHash } from "node:crypto"
import { createServer } from "node:http"
import { Readable } from "node:stream"
import {
  type FormDecision,
  formExpress,
  formFastify,
  formFetch,
  formHono,
  type FormOptions,
  type Upload,
  uploadExpress,
  uploadFastify,
  uploadFetch,
  uploadHono,
  type UploadOptions
} from "../../apps/middleware/index.ts"
import { type App, type ExpressHere, type ExpressSent, listen } from "../shield/Frameworks.ts"

export interface AppOptions {
  readonly form: FormOptions
  readonly upload: UploadOptions
}

/** A file as the handler stored it. */
export interface StoredFile {
  readonly field: string
  readonly name: string
  readonly type: string
  readonly size: number
  readonly state: string
  readonly rating: string | null
  readonly outcome: string
  readonly sha256: string
}

/** Starts an app that answers `POST /form` behind `form…`, and `POST /upload` behind `upload…`. */
export type StartApp = (options: AppOptions) => Promise<App>

const store = async (upload: Upload) => ({
  outcome: upload.outcome,
  fields: upload.fields,
  form: upload.form?.outcome ?? null,
  files: await Promise.all(upload.files.map(async ({ stream, scan, bytes, ...file }): Promise<StoredFile> => {
    const hash = createHash("sha256")
    for await (const chunk of stream()) hash.update(chunk)
    if (bytes().length !== file.size) throw new Error("The copy has another size.")
    return { ...file, rating: scan?.rating ?? null, sha256: hash.digest("hex") }
  }))
})

const seen = (decision: FormDecision | null | undefined, name: unknown) => ({ decision: decision ?? null, name })

export const startExpress: StartApp = ({ form, upload }) => {
  const here = express as unknown as ExpressHere
  const app = here()
  app.use(here.json(), here.urlencoded())
  app.all("/form", formExpress(form), (request: any, response: ExpressSent) => {
    response.json(seen(request.form, request.body?.name))
  })
  app.all("/upload", uploadExpress(upload), async (request: any, response: ExpressSent) => {
    response.json(request.upload === undefined ? null : await store(request.upload))
  })
  return listen(createServer(app))
}

export const startFastify: StartApp = async ({ form, upload }) => {
  const app = Fastify()
  app.addContentTypeParser("multipart/form-data", (_request, _payload, done) => done(null))
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, text, done) => {
    done(null, Object.fromEntries(new URLSearchParams(text as string)))
  })
  app.all("/form", { preHandler: formFastify(form) }, async (request: any) => seen(request.form, request.body?.name))
  app.all(
    "/upload",
    { preHandler: uploadFastify(upload) },
    async (request: any, reply) =>
      reply.type("application/json").send(
        JSON.stringify(request.upload === undefined ? null : await store(request.upload))
      )
  )
  const baseUrl = await app.listen({ port: 0, host: "127.0.0.1" })
  return { baseUrl, stop: () => app.close() }
}

/** Serves a request handler with a Node server. The body is streamed. */
const listenFetch = (handler: (request: Request) => Response | Promise<Response>): Promise<App> =>
  listen(createServer(async (incoming, outgoing) => {
    const method = incoming.method!
    const request = new Request(`http://${incoming.headers.host}${incoming.url}`, {
      method,
      headers: incoming.headers as Record<string, string>,
      ...method === "GET" ? {} : { body: Readable.toWeb(incoming) as ReadableStream, duplex: "half" }
    })
    const response = await handler(request)
    outgoing.writeHead(response.status, Object.fromEntries(response.headers))
    outgoing.end(await response.text())
  }))

const nameOf = async (request: Request) => request.method === "GET" ? undefined : (await request.formData()).get("name")

export const startHono: StartApp = ({ form, upload }) => {
  const app = new Hono<{ Variables: { form: FormDecision; upload: Upload } }>()
  app.on(["GET", "POST"], "/form", formHono(form), async (c) => c.json(seen(c.get("form"), await nameOf(c.req.raw))))
  app.on(["GET", "POST"], "/upload", uploadHono(upload), async (c) => {
    const received: Upload | undefined = c.get("upload")
    return c.json(received === undefined ? null : await store(received))
  })
  return listenFetch((request) => app.fetch(request))
}

/** Route handlers of Next.js have this shape: `app/form/[locale]/route.ts` exports `POST`. */
interface RouteContext {
  readonly params: Promise<{ readonly locale: string }>
}

export const startNext: StartApp = ({ form, upload }) => {
  const routes: Record<string, (request: Request, context: RouteContext) => Promise<Response>> = {
    "/form": formFetch<[context: RouteContext]>(
      async (request, decision, { params }) => {
        if ((await params).locale !== "en") throw new Error("The context is missing.")
        return Response.json(seen(decision, await nameOf(request)))
      },
      form
    ),
    "/upload": uploadFetch<[context: RouteContext]>(
      async (_request, received) => Response.json(received === null ? null : await store(received)),
      upload
    )
  }
  const context = { params: Promise.resolve({ locale: "en" }) }
  return listenFetch((request) => routes[new URL(request.url).pathname]!(request, context))
}
