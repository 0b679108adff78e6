import type { DocumentResult } from "../../client/index.ts"
import { buildRejection, type Rejection } from "../../shield/Guard.ts"
import type { FormBody } from "../../shield/index.ts"
import type { FormDecision, Outcome } from "../forms/FormDecision.ts"
import { formRejectionOf } from "../forms/FormDecision.ts"

/**
 * Result for a file:
 * - `scanned`: `scan` has the rating.
 * - `unscannable`: Gatehouse does not read this kind of file, or the file is damaged or too large.
 * - `unavailable`: Gatehouse did not scan the file.
 */
export type ScanState = "scanned" | "unscannable" | "unavailable"

/** An uploaded file, with the result of its scan. The file is in memory; store it where your program keeps files. */
export interface UploadedFile {
  /** Name of the form field. */
  readonly field: string
  /** Name that the visitor's browser sent, without folders. Do not use it as a path. */
  readonly name: string
  /** Content type that the visitor's browser sent. */
  readonly type: string
  readonly size: number
  readonly state: ScanState
  readonly scan: DocumentResult | null
  readonly outcome: Outcome
  /** Streams the content. Can be called more than once. */
  readonly stream: () => ReadableStream<Uint8Array>
  /** Copies the content into one array. */
  readonly bytes: () => Uint8Array<ArrayBuffer>
}

/**
 * Why an upload is rejected:
 * - `not_multipart`, `malformed`: the body is not a form with files.
 * - `too_large`: a file, the number of files or fields, or the form exceeds its limit.
 * - `form`: `screen` rejected the form.
 * - `dangerous`: the rating of a file requires a rejection.
 * - `unscannable`, `unavailable`: a file has no rating, and the policy rejects such files.
 */
export type UploadProblem =
  | "not_multipart"
  | "malformed"
  | "too_large"
  | "form"
  | "dangerous"
  | "unscannable"
  | "unavailable"

export interface Upload {
  /** Whether to accept the upload: `outcome` is not `reject`. */
  readonly accepted: boolean
  readonly outcome: Outcome
  /** Why the upload is rejected; null if it is accepted. */
  readonly problem: UploadProblem | null
  /** Fields of the form. The value of a repeated field is a list. */
  readonly fields: FormBody
  readonly files: ReadonlyArray<UploadedFile>
  /** Decision of `screen`; null without it. */
  readonly form: FormDecision | null
  readonly retryAfterSeconds: number | null
}

const responses: Readonly<Record<Exclude<UploadProblem, "form">, readonly [status: number, error: string]>> = {
  not_multipart: [415, "The body must be multipart/form-data."],
  malformed: [400, "The form is malformed."],
  too_large: [413, "The upload is too large."],
  dangerous: [422, "The file was refused, because it may be dangerous."],
  unscannable: [422, "The file was refused, because it cannot be checked."],
  unavailable: [503, "The file cannot be checked right now. Please try again in a few minutes."]
}

/** Returns the response to a rejected upload. */
export const uploadRejectionOf = ({ form, problem, retryAfterSeconds }: Upload): Rejection => {
  if (problem === "form" && form !== null) return formRejectionOf(form)
  const [status, error] = responses[problem === null || problem === "form" ? "dangerous" : problem]
  return buildRejection(status, error, problem === "unavailable" ? retryAfterSeconds ?? undefined : undefined)
}
