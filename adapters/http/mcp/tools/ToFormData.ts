import type { ApiBody } from "./AgentTool.ts"

/** Encodes the fields of a form for `fetch` and `Response`. */
export const toFormData = ({ file, url }: Extract<ApiBody, { readonly form: unknown }>["form"]): FormData => {
  const form = new FormData()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The bytes of a file are never in shared memory.
  if (file !== undefined) form.append("file", new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name)
  if (url !== undefined) form.append("url", url)
  return form
}
