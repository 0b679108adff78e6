import { Context, Data } from "effect"

/**
 * Defect with which storage operations die while the database cannot be reached, read or written.
 *
 * The request is not at fault: the same call succeeds once the database is available again.
 */
export class StorageUnavailable extends Data.TaggedError("StorageUnavailable")<{ readonly cause: unknown }> {
  override get message(): string {
    return "The database is unavailable."
  }
}

/**
 * Default time in milliseconds that a request waits for a write. It is short enough to respond within three seconds.
 */
export const storageWaitMillisDefault = 2_000
/** Configured write timeout in milliseconds. Other database timeouts are fractions of this value. */
export const StorageWaitMillis = Context.Reference<number>("gatehouse/core/kernel/StorageWaitMillis", {
  defaultValue: () => storageWaitMillisDefault
})

/** State of the storage according to the last write. */
export interface StorageState {
  readonly isWritable: boolean
  /** Cause of the problem, for the log and the operator. Null while the storage is writable. */
  readonly problem: string | null
}

export class StorageHealth extends Context.Service<StorageHealth, {
  /** Returns the cached state. The adapter tests in the background whether a write can be committed. */
  readonly state: () => StorageState
  /** Records a defect of a storage operation. Damaged data can be found by requests, but not by a test write. */
  readonly reportFailure: (defect: unknown) => void
}>()("gatehouse/core/kernel/StorageHealth") {}
