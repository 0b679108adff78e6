import { EventEmitter } from "node:events"
import { emptyResult, type ScanRequest } from "../../../../adapters/documents/pool/Messages.ts"
import type { PoolThread } from "../../../../adapters/documents/pool/WorkerPool.ts"

const textOf = ({ buffer, from, length }: ScanRequest): string => Buffer.from(buffer, from, length).toString()

/** Stands in for a pool thread, so that a test controls when a document starts and finishes. */
export class StandInThread extends EventEmitter implements PoolThread {
  job: ScanRequest | null = null
  isReferenced = true
  isEnded = false
  private readonly answersAtOnce: boolean

  constructor(answersAtOnce: boolean) {
    super()
    this.answersAtOnce = answersAtOnce
  }

  postMessage(job: ScanRequest): void {
    this.job = job
    if (this.answersAtOnce && textOf(job) !== "slow") queueMicrotask(() => this.finish())
  }

  /** Reports that the document is hashed and reading starts. */
  begin(): void {
    this.emit("message", { id: this.job!.id, sha256: `hash of ${textOf(this.job!)}` })
  }

  /** Reports a result that names the document. */
  finish(): void {
    if (this.isEnded) return
    this.begin()
    this.answer(this.job!.id)
  }

  answer(id: number): void {
    this.emit("message", { id, result: { sha256: textOf(this.job!), findings: [], ...emptyResult } })
  }

  /** Ends the thread with an error. */
  fail(cause: unknown): void {
    this.isEnded = true
    this.emit("error", cause)
    this.emit("exit")
  }

  ref(): void {
    this.isReferenced = true
  }

  unref(): void {
    this.isReferenced = false
  }

  async terminate(): Promise<void> {
    this.isEnded = true
    await Promise.resolve()
    this.emit("exit")
  }
}

/** Starts stand-in threads and stores them in order. */
export class StandInThreads {
  readonly started: Array<StandInThread> = []
  private readonly answersAtOnce: boolean

  /** @param answersAtOnce true to answer each document at once, except the text `slow` */
  constructor(answersAtOnce = true) {
    this.answersAtOnce = answersAtOnce
  }

  readonly start = (): StandInThread => {
    const thread = new StandInThread(this.answersAtOnce)
    this.started.push(thread)
    return thread
  }
}
