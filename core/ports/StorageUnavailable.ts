import { Data } from "effect"

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
