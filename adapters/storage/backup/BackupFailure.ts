import { Schema } from "effect"

/** A backup or restore was refused, with the reason. Existing data is unchanged. */
export class BackupRefused extends Schema.TaggedError<BackupRefused>()("BackupRefused", { message: Schema.String }) {}

/** A file is not a complete backup that this release can read. */
export class BackupUnsound extends Schema.TaggedError<BackupUnsound>()("BackupUnsound", {
  file: Schema.String,
  why: Schema.String
}) {
  override get message(): string {
    return `${this.file} ${this.why}`
  }
}

/** Describes the error of a system call. */
export const systemWords = (cause: unknown): string => {
  const known = knownCodes.get(systemCode(cause) ?? "")
  return known ?? (cause instanceof Error ? cause.message : String(cause))
}

/** Name of the error of a system call, such as `ENOENT`; null for anything else. */
export const systemCode = (cause: unknown): string | null =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : null

const knownCodes: ReadonlyMap<string, string> = new Map(Object.entries({
  EACCES: "this user may not write there.",
  EDQUOT: "the disk quota is used up.",
  EEXIST: "there is something of this name already, which is not overwritten.",
  EFBIG: "a file may not become so large there.",
  EISDIR: "it is a folder.",
  ENOENT: "there is no such file or folder.",
  ENOSPC: "the disk is full.",
  ENOTDIR: "a part of its path is no folder.",
  EPERM: "this user may not write there.",
  EROFS: "the disk can only be read."
}))
