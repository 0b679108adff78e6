import { Schema } from "effect"

/** A backup or restore was refused, with the reason. Existing data is unchanged. */
export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", { message: Schema.String }) {}

/** A file is not a complete backup that this release can read. */
export class InvalidBackup extends Schema.TaggedError<InvalidBackup>()("InvalidBackup", {
  file: Schema.String,
  reason: Schema.String
}) {
  override get message(): string {
    return `${this.file} ${this.reason}`
  }
}

/** Returns a message that describes a system error. */
export const describeSystemError = (cause: unknown): string => {
  const known = knownCodes.get(systemCode(cause) ?? "")
  return known ?? (cause instanceof Error ? cause.message : String(cause))
}

/** Returns the code of a system error, such as `ENOENT`; null for other values. */
export const systemCode = (cause: unknown): string | null =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : null

const knownCodes: ReadonlyMap<string, string> = new Map(Object.entries({
  EACCES: "permission denied.",
  EDQUOT: "the disk quota is exceeded.",
  EEXIST: "a file or folder with this name already exists and is not overwritten.",
  EFBIG: "the file would exceed the size limit.",
  EISDIR: "the path is a folder.",
  ENOENT: "the file or folder does not exist.",
  ENOSPC: "the disk is full.",
  ENOTDIR: "a part of the path is not a folder.",
  EPERM: "permission denied.",
  EROFS: "the disk is read-only."
}))
