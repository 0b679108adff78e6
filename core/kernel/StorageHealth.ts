import { Context, Data } from "effect"

/**
 * Defect of every storage port while the database cannot be reached, read or written.
 *
 * The request is not at fault: the same call succeeds once the database is back.
 */
export class StorageUnavailable extends Data.TaggedError("StorageUnavailable")<{ readonly cause: unknown }> {
  override get message(): string {
    return "The database is unavailable."
  }
}

/** Default time that a request waits for a write. Short enough to respond within three seconds (decision 43). */
export const storageWaitMillisDefault = 2_000
/** Configured write timeout in milliseconds. Other database timeouts are fractions of this value. */
export const StorageWaitMillis = Context.Reference<number>("gatehouse/core/kernel/StorageWaitMillis", {
  defaultValue: () => storageWaitMillisDefault
})

/** Whether the storage is writable, according to the last write. */
export interface StorageState {
  readonly isWritable: boolean
  /** The cause, for the log and the operator. Null while the storage is writable. */
  readonly problem: string | null
}

export class StorageHealth extends Context.Service<StorageHealth, {
  /** Returns the cached state. An adapter tests in the background whether a write can be committed. */
  readonly state: () => StorageState
  /** Reports a defect of a storage port. Damaged data shows in requests, but not in a test write. */
  readonly reportFailure: (defect: unknown) => void
}>()("gatehouse/core/kernel/StorageHealth") {}
