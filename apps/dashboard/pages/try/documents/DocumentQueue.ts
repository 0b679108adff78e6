import type { DocumentResult } from "../../../../../adapters/http/api/Documents.ts"
import type { PublicApiResponse } from "../../../api/PublicApi.ts"

export type DocumentResponse = PublicApiResponse<typeof DocumentResult.Type>

/** Maximum documents in the queue. Further documents are rejected with a message. */
export const queueItemsMax = 200
/** Maximum concurrent scans of one browser. Other clients need the server's worker threads too. */
export const documentsAtOnceMax = 2

export type DocumentSource =
  | { readonly kind: "file"; readonly file: File }
  | { readonly kind: "url"; readonly url: string }

export type DocumentState = "waiting" | "sending" | "reading" | "pausing" | "done" | "failed" | "cancelled"

export interface QueuedDocument {
  readonly id: number
  readonly source: DocumentSource
  readonly name: string
  readonly state: DocumentState
  /** Uploaded fraction, from 0 to 1. */
  readonly sent: number
  /** Time at which a paused scan resumes, in milliseconds since 1970. */
  readonly resumesAt: number | null
  readonly startedAt: number | null
  readonly endedAt: number | null
  readonly answer: DocumentResponse | null
  /** Reason why the document has no result. */
  readonly problem: string | null
}

export type QueueChange =
  | { readonly kind: "add"; readonly sources: ReadonlyArray<DocumentSource> }
  | { readonly kind: "begin"; readonly id: number; readonly at: number }
  | { readonly kind: "sent"; readonly id: number; readonly share: number }
  | { readonly kind: "pause"; readonly id: number; readonly until: number }
  | { readonly kind: "answered"; readonly id: number; readonly at: number; readonly answer: DocumentResponse }
  | {
    readonly kind: "failed"
    readonly id: number
    readonly at: number
    readonly problem: string
    readonly answer: DocumentResponse | null
  }
  | { readonly kind: "cancel"; readonly id: number; readonly at: number }
  | { readonly kind: "again"; readonly id: number }
  | { readonly kind: "clear" }

export interface DocumentQueue {
  readonly items: ReadonlyArray<QueuedDocument>
  readonly nextId: number
  /**
   * Id of the first document in the current group. A group starts when a document is added while no other document is
   * pending.
   */
  readonly firstId: number
  /** Number of documents that were rejected because the queue was full. */
  readonly rejectedCount: number
}

export const emptyQueue: DocumentQueue = { items: [], nextId: 1, firstId: 1, rejectedCount: 0 }

/** Returns the queue after a change. Ignores late events of a canceled document. */
export const reduceQueue = (queue: DocumentQueue, change: QueueChange): DocumentQueue => {
  switch (change.kind) {
    case "add":
      return addDocuments(queue, change.sources)
    case "begin":
      return updateDocument(
        queue,
        change.id,
        ["waiting"],
        (item) => ({ ...item, state: "sending", sent: 0, startedAt: change.at })
      )
    case "sent":
      return updateDocument(queue, change.id, ["sending", "pausing"], (item) => ({
        ...item,
        sent: change.share,
        resumesAt: null,
        state: change.share >= 1 ? "reading" : "sending"
      }))
    case "pause":
      return updateDocument(
        queue,
        change.id,
        runningStates,
        (item) => ({ ...item, state: "pausing", resumesAt: change.until, sent: 0 })
      )
    case "answered":
      return updateDocument(queue, change.id, runningStates, (item) => ({
        ...item,
        state: "done",
        sent: 1,
        endedAt: change.at,
        answer: change.answer
      }))
    case "failed":
      return updateDocument(queue, change.id, runningStates, (item) => ({
        ...item,
        state: "failed",
        endedAt: change.at,
        problem: change.problem,
        answer: change.answer
      }))
    case "cancel":
      return updateDocument(queue, change.id, ["waiting", ...runningStates], (item) => ({
        ...item,
        state: "cancelled",
        endedAt: change.at
      }))
    case "again":
      return updateDocument(queue, change.id, ["failed", "cancelled"], (item) => ({ ...item, ...initialFields }))
    case "clear":
      return { ...queue, items: queue.items.filter(isPending), rejectedCount: 0 }
  }
}

/** Returns the documents to start now. */
export const nextToStart = ({ items }: DocumentQueue): ReadonlyArray<QueuedDocument> => {
  const free = documentsAtOnceMax - items.filter(({ state }) => runningStates.includes(state)).length
  return items.filter(({ state }) => state === "waiting").slice(0, Math.max(0, free))
}

/**
 * Returns the document of the current group to show first. It has the lowest score or, if no scan succeeded, the latest
 * refusal.
 */
export const worstResult = ({ firstId, items }: DocumentQueue): QueuedDocument | null => {
  const all = items.filter(({ answer }) => answer !== null)
  const together = all.filter(({ id }) => id >= firstId)
  const answered = together.length === 0 ? all.slice(-1) : together
  const scored = answered.flatMap((item) =>
    item.answer?.isSuccess === true ? [{ item, score: item.answer.result.score }] : []
  )
  return scored.length === 0
    ? answered.at(-1) ?? null
    : scored.reduce((worst, one) => one.score < worst.score ? one : worst).item
}

/** Reports whether a retry can have another result. A file that is empty or too large always fails. */
export const canRetry = ({ source, state }: QueuedDocument, bytesMax: number): boolean =>
  state === "cancelled" ||
  (state === "failed" && (source.kind === "url" || (source.file.size > 0 && source.file.size <= bytesMax)))

export const isPending = ({ state }: QueuedDocument): boolean => state === "waiting" || runningStates.includes(state)

const runningStates: ReadonlyArray<DocumentState> = ["sending", "reading", "pausing"]

const initialFields = {
  state: "waiting",
  sent: 0,
  resumesAt: null,
  startedAt: null,
  endedAt: null,
  answer: null,
  problem: null
} as const

const addDocuments = (queue: DocumentQueue, sources: ReadonlyArray<DocumentSource>): DocumentQueue => {
  const taken = sources.slice(0, Math.max(0, queueItemsMax - queue.items.length))
  return {
    items: [
      ...queue.items,
      ...taken.map((source, index) => ({
        id: queue.nextId + index,
        source,
        name: source.kind === "file" ? source.file.name : source.url,
        ...initialFields
      }))
    ],
    nextId: queue.nextId + taken.length,
    firstId: queue.items.some(isPending) ? queue.firstId : queue.nextId,
    rejectedCount: sources.length - taken.length
  }
}

const updateDocument = (
  queue: DocumentQueue,
  id: number,
  from: ReadonlyArray<DocumentState>,
  change: (item: QueuedDocument) => QueuedDocument
): DocumentQueue => ({
  ...queue,
  items: queue.items.map((item) => item.id === id && from.includes(item.state) ? change(item) : item)
})
