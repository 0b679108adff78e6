import { Option, Schema } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { FeedStanding } from "./HeldFeed.ts"

/** Subfolder of the threat list folder for feeds. */
export const feedFolder = "feeds"

/** The files of one feed: its list and its status. */
export class FeedFiles {
  readonly list: string
  readonly standing: string
  private readonly folder: string

  /** @param folder for the threat lists of all providers */
  constructor(folder: string, name: string) {
    this.folder = join(folder, feedFolder)
    const stem = fileStem(name)
    this.list = join(this.folder, `${stem}.list`)
    this.standing = join(this.folder, `${stem}.json`)
  }

  /** Returns the status of the stored list; null if there is no valid status file. */
  async readStanding(): Promise<FeedStanding | null> {
    try {
      return Option.getOrNull(decode(await readFile(this.standing, "utf8")))
    } catch {
      return null
    }
  }

  /** @returns an error message; null on success */
  async writeStanding(standing: FeedStanding): Promise<string | null> {
    const temporary = `${this.standing}.${randomUUID()}.tmp`
    try {
      await mkdir(this.folder, { recursive: true })
      await writeFile(temporary, `${JSON.stringify(standing)}\n`, { mode: 0o600 })
      await rename(temporary, this.standing)
      return null
    } catch (cause) {
      await rm(temporary, { force: true }).catch(() => undefined)
      return `${this.standing} cannot be written: ${cause instanceof Error ? cause.message : String(cause)}.`
    }
  }

  async hasList(): Promise<boolean> {
    return (await stat(this.list).catch(() => null)) !== null
  }

  /** Returns the modification time of the status file in milliseconds; 0 if there is none. */
  async writtenAt(): Promise<number> {
    return (await stat(this.standing).catch(() => null))?.mtimeMs ?? 0
  }
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(FeedStanding))

/** Feed names can contain any character. The stems are distinct even on case-insensitive file systems. */
const fileStem = (name: string): string =>
  /^[a-z0-9-]{1,40}$/.test(name)
    ? name
    : `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").slice(0, 40)}.${
      createHash("sha256").update(name).digest("hex").slice(0, 12)
    }`
