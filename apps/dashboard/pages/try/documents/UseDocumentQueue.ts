import { decodeFailure } from "../../../api/Failure.ts"
import { useMe } from "../../../api/Me.ts"
import { callPublicApi } from "../../../api/PublicApi.ts"
import { makeSessionStore, useSessionStore } from "../../../api/SessionStore.ts"
import { setUnloadPrompt } from "../../../parts/forms/LeaveGuard.ts"
import { bytesText } from "../../../parts/text/Formats.ts"
import { callWithRetries, isAbort, sleep } from "../request/CallWithRetries.ts"
import { useInvalidateAccountData } from "../request/UseTry.ts"
import {
  type DocumentSource,
  emptyQueue,
  isPending,
  nextToStart,
  type QueueChange,
  type QueuedDocument,
  reduceQueue
} from "./DocumentQueue.ts"

/** Returns the queue, which scans a few documents at a time and continues while another page is open. */
export const useDocumentQueue = () => {
  const { server } = useMe()
  const invalidateData = useInvalidateAccountData()
  const queue = useSessionStore("documents.queue", () => makeDocumentQueue(server.uploadBytesMax, invalidateData))
  return { ...queue.get(), add: queue.add, cancel: queue.cancel, again: queue.again, clear: queue.clear }
}

const makeDocumentQueue = (bytesMax: number, invalidateData: () => void) => {
  const store = makeSessionStore(emptyQueue)
  const running = new Map<number, AbortController>()
  const change = (one: QueueChange) => {
    store.set((queue) => reduceQueue(queue, one))
    setUnloadPrompt(store, store.get().items.some(isPending))
    for (const item of nextToStart(store.get())) startScan(item)
  }
  const startScan = (item: QueuedDocument) => {
    // The canceled request of this document has not ended yet. The document starts when that request ends.
    if (running.has(item.id)) return
    const stop = new AbortController()
    running.set(item.id, stop)
    change({ kind: "begin", id: item.id, at: Date.now() })
    void scan(item, stop.signal, bytesMax, change).then(() => {
      running.delete(item.id)
      for (const next of nextToStart(store.get())) startScan(next)
      invalidateData()
    })
  }
  const cancel = (id: number) => {
    running.get(id)?.abort()
    change({ kind: "cancel", id, at: Date.now() })
  }
  return {
    ...store,
    add: (sources: ReadonlyArray<DocumentSource>) => change({ kind: "add", sources }),
    cancel,
    again: (id: number) => change({ kind: "again", id }),
    clear: () => change({ kind: "clear" }),
    // Cancels waiting documents before running documents, because canceling a running document would start the next
    // one.
    abort: () => store.get().items.filter(isPending).toReversed().forEach(({ id }) => cancel(id))
  }
}

const scan = async (
  { id, source }: QueuedDocument,
  signal: AbortSignal,
  bytesMax: number,
  change: (change: QueueChange) => void
): Promise<void> => {
  const failed = (problem: string, answer: QueuedDocument["answer"] = null) =>
    change({ kind: "failed", id, at: Date.now(), problem, answer })
  // Checks the size before the upload, because the server would reject the file only after receiving all of it.
  if (source.kind === "file" && source.file.size > bytesMax) {
    return failed(`Too large. The limit of this server is ${bytesText(bytesMax)}.`)
  }
  const body = new FormData()
  if (source.kind === "file") body.append("file", source.file, source.file.name)
  else body.append("url", source.url)
  try {
    const answer = await callWithRetries("/scan", body, {
      signal,
      onUploadProgress: (share) => change({ kind: "sent", id, share })
    }, {
      call: callPublicApi,
      wait: sleep,
      onWait: (seconds) => change({ kind: "pause", id, until: Date.now() + seconds * 1_000 })
    })
    if (answer.isSuccess) change({ kind: "answered", id, at: Date.now(), answer })
    else failed(answer.message, answer)
  } catch (failure) {
    if (isAbort(failure)) change({ kind: "cancel", id, at: Date.now() })
    else failed(decodeFailure(failure).message)
  }
}
