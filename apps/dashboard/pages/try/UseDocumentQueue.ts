import { useEffect, useReducer, useRef } from "react"
import { failureOf } from "../../api/Failure.ts"
import { useMe } from "../../api/Me.ts"
import { tryIt } from "../../api/TryIt.ts"
import { bytesText } from "../../parts/Formats.ts"
import {
  changeQueue,
  type DocumentSource,
  emptyQueue,
  nextToBegin,
  type QueueChange,
  type QueuedDocument
} from "./DocumentQueue.ts"
import { useTold } from "./UseTry.ts"
import { askPatiently, isStop, waitMillis } from "./WaitTurn.ts"

/** Documents that are scanned one after another, a few at a time, each with a state of its own. */
export const useDocumentQueue = () => {
  const { server } = useMe()
  const tell = useTold()
  const [queue, change] = useReducer(changeQueue, emptyQueue)
  const running = useRef(new Map<number, AbortController>())
  const told = useRef(tell)
  told.current = tell

  useEffect(() => {
    for (const item of nextToBegin(queue)) {
      if (running.current.has(item.id)) continue
      const stop = new AbortController()
      running.current.set(item.id, stop)
      change({ kind: "begin", id: item.id, at: Date.now() })
      void scan(item, stop.signal, server.uploadBytesMax, change).then(() => {
        running.current.delete(item.id)
        told.current()
      })
    }
  }, [queue, server.uploadBytesMax])
  useEffect(() => {
    const all = running.current
    return () => {
      for (const stop of all.values()) stop.abort()
      all.clear()
    }
  }, [])

  return {
    ...queue,
    add: (sources: ReadonlyArray<DocumentSource>) => change({ kind: "add", sources }),
    cancel: (id: number) => {
      running.current.get(id)?.abort()
      change({ kind: "cancel", id, at: Date.now() })
    },
    again: (id: number) => change({ kind: "again", id }),
    clear: () => change({ kind: "clear" })
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
  // The server would say the same, after all of it had been sent.
  if (source.kind === "file" && source.file.size > bytesMax) {
    return failed(`Larger than the ${bytesText(bytesMax)} that this server takes.`)
  }
  const body = new FormData()
  if (source.kind === "file") body.append("file", source.file, source.file.name)
  else body.append("url", source.url)
  try {
    const answer = await askPatiently("/scan", body, {
      signal,
      onUpload: (share) => change({ kind: "sent", id, share })
    }, {
      ask: tryIt,
      wait: waitMillis,
      onWait: (seconds) => change({ kind: "pause", id, until: Date.now() + seconds * 1_000 })
    })
    if (answer.isDone) change({ kind: "answered", id, at: Date.now(), answer })
    else failed(answer.message, answer)
  } catch (failure) {
    if (!isStop(failure)) failed(failureOf(failure).message)
  }
}
