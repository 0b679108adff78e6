import { Option, Schema } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { StoredFeedStatus } from "./LoadedFeed.ts"

/** Name of the folder for feeds, within the threat list folder. */
export const feedFolder = "feeds"

/** Files of one feed: the list, and the status of the list. */
export class FeedFiles {
  readonly listPath: string
  readonly statusPath: string
  private readonly folder: string

  /** @param folder folder for the threat lists of all providers */
  constructor(folder: string, name: string) {
    this.folder = join(folder, feedFolder)
    const stem = fileStem(name)
    this.listPath = join(this.folder, `${stem}.list`)
    this.statusPath = join(this.folder, `${stem}.json`)
  }

  /** Returns the status of the stored list; null if there is no valid status file. */
  async readStatus(): Promise<StoredFeedStatus | null> {
    try {
      return Option.getOrNull(decode(await readFile(this.statusPath, "utf8")))
    } catch {
      return null
    }
  }

  /** @returns an error message; null on success */
  async writeStatus(status: StoredFeedStatus): Promise<string | null> {
    const temporary = `${this.statusPath}.${randomUUID()}.tmp`
    try {
      await mkdir(this.folder, { recursive: true })
      await writeFile(temporary, `${JSON.stringify(status)}\n`, { mode: 0o600 })
      await rename(temporary, this.statusPath)
      return null
    } catch (cause) {
      await rm(temporary, { force: true }).catch(() => undefined)
      return `${this.statusPath} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`
    }
  }

  async hasList(): Promise<boolean> {
    return (await stat(this.listPath).catch(() => null)) !== null
  }

  /** Returns the modification time of the status file in milliseconds since 1970; 0 if there is no such file. */
  async statusModifiedAt(): Promise<number> {
    return (await stat(this.statusPath).catch(() => null))?.mtimeMs ?? 0
  }
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(StoredFeedStatus))

/**
 * Returns a file name without extension for a feed, whose name can contain any character. Different feeds get different
 * file names even on case-insensitive file systems.
 */
const fileStem = (name: string): string =>
  /^[a-z0-9-]{1,40}$/.test(name)
    ? name
    : `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").slice(0, 40)}.${
      createHash("sha256").update(name).digest("hex").slice(0, 12)
    }`
