import { leave, readBounded } from "./Answer.ts"

/** As much as Fastify reads by default. */
export const formBytesMax = 1_024 * 1_024

/** Fields of a form in one of the encodings that browsers and scripts send. */
export type ReadForm = { readonly kind: "fields"; readonly fields: unknown } | { readonly kind: "too large" }

/**
 * Reads a copy of a request's body, and leaves the body itself to whoever comes next. Fields are undefined for what is no
 * form.
 */
export const readForm = async (request: Request, bytesMax: number): Promise<ReadForm> => {
  const type = request.headers.get("Content-Type") ?? ""
  const encoding = type.split(";", 1)[0]!.trim().toLowerCase()
  if (!(encoding in parsers)) return { kind: "fields", fields: undefined }
  if (Number(request.headers.get("Content-Length") ?? 0) > bytesMax) return { kind: "too large" }
  const copy = request.clone().body
  const bytes = copy === null ? new Uint8Array() : await readBounded(copy, bytesMax)
  if (bytes === null) {
    leave(request.body)
    return { kind: "too large" }
  }
  try {
    return { kind: "fields", fields: await parsers[encoding as keyof typeof parsers](bytes, type) }
  } catch {
    return { kind: "fields", fields: undefined }
  }
}

const jsonOf = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes))

const formOf = async (bytes: Uint8Array<ArrayBuffer>, type: string): Promise<unknown> => {
  const form = await new Response(bytes, { headers: { "Content-Type": type } }).formData()
  const names = [...new Set(form.keys())]
  return Object.fromEntries(names.map((name) => [name, form.getAll(name)]))
}

const parsers = {
  "application/json": jsonOf,
  "application/x-www-form-urlencoded": formOf,
  "multipart/form-data": formOf
} as const
