import { Context, Data } from "effect"

/**
 * Defect of every storage port while its database cannot be reached, read or written.
 *
 * The request is not at fault: the same call succeeds once the database is back.
 */
export class StorageUnavailable extends Data.TaggedError("StorageUnavailable")<{ readonly cause: unknown }> {
  override get message(): string {
    return "The database is not available."
  }
}

/** How long a request waits for a write by default, so that it is answered within three seconds (decision 43). */
export const storageWaitMillisDefault = 2_000
/** The same as a setting, in milliseconds. Other waits on the database are shares of it. */
export const StorageWaitMillis = Context.Reference<number>("gatehouse/core/kernel/StorageWaitMillis", {
  defaultValue: () => storageWaitMillisDefault
})

/** Whether the storage can be written, as the last write found it. */
export interface StorageState {
  readonly isWritable: boolean
  /** The cause, for the log and the operator. Null while the storage is writable. */
  readonly problem: string | null
}

/** The state of the storage, for readiness checks. */
export class StorageHealth extends Context.Service<StorageHealth, {
  /** Costs nothing: an adapter tests in the background whether a write can be committed. */
  readonly state: () => StorageState
  /** Reports a defect of a storage port. Damaged data shows in requests, and not in a test write. */
  readonly failed: (defect: unknown) => void
}>()("gatehouse/core/kernel/StorageHealth") {}
