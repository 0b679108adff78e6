import { chunksOf } from "../../client/RequestBody.ts"
import { expressMiddleware, type ExpressOnRejected, type ExpressResponse } from "../../shield/Express.ts"
import { fastifyHook, type FastifyReplyLike } from "../../shield/Fastify.ts"
import { checkedHandler } from "../../shield/Fetch.ts"
import type { GuardResult } from "../../shield/Guard.ts"
import { honoMiddleware } from "../../shield/Hono.ts"
import { createUploadReceiver, type ReceiveUpload, type UploadOptions } from "./ReceiveUpload.ts"
import { type Upload, uploadRejectionOf } from "./Upload.ts"

/** Properties of a request of Node's HTTP server that the middleware uses. */
export interface NodeRequest extends AsyncIterable<Uint8Array> {
  readonly headers: Readonly<Record<string, string | ReadonlyArray<string> | undefined>>
  iterator?(options: { readonly destroyOnReturn: boolean }): AsyncIterable<Uint8Array>
  resume?(): unknown
}

const resultOf = (upload: Upload): GuardResult<Upload> => ({ decision: upload, passes: upload.accepted })

/** Receives the body of a request of Node's HTTP server. If the upload is rejected, discards the rest of the body. */
const receiveFromNode = async (
  receive: ReceiveUpload,
  request: NodeRequest,
  remoteAddress: string | undefined
): Promise<GuardResult<Upload>> => {
  const header = (name: string) => [request.headers[name]].flat()[0]
  const upload = await receive({
    contentType: header("content-type"),
    contentLength: header("content-length"),
    // Ending the iteration of the request itself would close the connection, so that no response could be sent.
    body: request.iterator?.({ destroyOnReturn: false }) ?? request,
    remoteAddress
  })
  if (!upload.accepted) request.resume?.()
  return resultOf(upload)
}

const receiveFromFetch = async (
  receive: ReceiveUpload,
  request: Request,
  remoteAddress: string | undefined
): Promise<GuardResult<Upload>> =>
  resultOf(
    await receive({
      contentType: request.headers.get("Content-Type"),
      contentLength: request.headers.get("Content-Length"),
      body: chunksOf(request.body ?? new Blob([]).stream()),
      remoteAddress
    })
  )

export interface UploadExpressRequest extends NodeRequest {
  readonly method?: string | undefined
  /** Visitor's address, which Express determines with its setting `trust proxy`. */
  readonly ip?: string | undefined
  body?: unknown
  upload?: Upload
}

export interface UploadExpressOptions<Request, Response> extends UploadOptions {
  /** Replaces the default JSON response. */
  readonly onRejected?: ExpressOnRejected<Request, Response, Upload>
}

/**
 * Returns middleware for Express and Connect. It reads the body, so no earlier middleware may read it. It sets
 * `req.upload`, and `req.body` to the fields.
 */
export const uploadExpress = <Request extends UploadExpressRequest, Response extends ExpressResponse>(
  options: UploadExpressOptions<Request, Response>
) => {
  const receive = createUploadReceiver(options)
  return expressMiddleware<Request, Response, Upload>({
    check: (request) => receiveFromNode(receive, request, request.ip),
    attach: (request, upload) => {
      request.upload = upload
      request.body = upload.fields
    },
    rejectionOf: uploadRejectionOf
  }, options.onRejected)
}

export interface UploadFastifyRequest {
  readonly method: string
  readonly raw: NodeRequest
  /** Visitor's address, which Fastify determines with its option `trustProxy`. */
  readonly ip: string
  upload?: Upload
}

export interface UploadFastifyOptions<Request, Reply> extends UploadOptions {
  /** Replaces the default JSON response. */
  readonly onRejected?: (upload: Upload, request: Request, reply: Reply) => unknown
}

/**
 * Returns a `preHandler` hook for Fastify. It reads the body, so Fastify must not parse it:
 * `app.addContentTypeParser("multipart/form-data", (request, payload, done) => done(null))`. It sets `request.upload`.
 */
export const uploadFastify = <Request extends UploadFastifyRequest, Reply extends FastifyReplyLike>(
  options: UploadFastifyOptions<Request, Reply>
) => {
  const receive = createUploadReceiver(options)
  return fastifyHook<Request, Reply, Upload>({
    check: (request) => receiveFromNode(receive, request.raw, request.ip),
    attach: (request, upload) => {
      request.upload = upload
    },
    rejectionOf: uploadRejectionOf
  }, options.onRejected)
}

/** Properties of a Hono context that the middleware uses. */
export interface UploadHonoContext {
  readonly req: { readonly method: string; readonly raw: Request }
  set(name: "upload", upload: Upload): void
}

export interface UploadHonoOptions<Context> extends UploadOptions {
  /** Returns the visitor's address for the log. Hono's own function is `(c) => getConnInfo(c).remote.address`. */
  readonly remoteAddress?: (context: Context) => string | undefined
  /** Replaces the default JSON response. */
  readonly onRejected?: (upload: Upload, context: Context) => Response | Promise<Response>
}

/** Returns middleware for Hono. It reads the body, and sets `c.get("upload")`. */
export const uploadHono = <Context extends UploadHonoContext>(options: UploadHonoOptions<Context>) => {
  const receive = createUploadReceiver(options)
  return honoMiddleware<Context, Upload>({
    check: (context) => receiveFromFetch(receive, context.req.raw, options.remoteAddress?.(context)),
    attach: (context, upload) => context.set("upload", upload),
    rejectionOf: uploadRejectionOf
  }, options.onRejected)
}

export interface UploadFetchOptions<Rest extends ReadonlyArray<unknown>> extends UploadOptions {
  /** Returns the visitor's address for the log. */
  readonly remoteAddress?: (request: Request, ...rest: Rest) => string | undefined
  /** Replaces the default JSON response. */
  readonly onRejected?: (upload: Upload, request: Request, ...rest: Rest) => Response | Promise<Response>
}

/**
 * Scans the uploads of a request handler, for Bun, Deno, edge workers, and route handlers of Next.js. The body has been
 * read when the handler is called. The upload is null for GET, HEAD, OPTIONS and TRACE requests.
 */
export const uploadFetch = <Rest extends ReadonlyArray<unknown>>(
  handler: (request: Request, upload: Upload | null, ...rest: Rest) => Response | Promise<Response>,
  options: UploadFetchOptions<Rest>
) => {
  const receive = createUploadReceiver(options)
  return checkedHandler<Rest, Upload>(handler, {
    check: (request, ...rest) => receiveFromFetch(receive, request, options.remoteAddress?.(request, ...rest)),
    rejectionOf: uploadRejectionOf
  }, options.onRejected)
}
