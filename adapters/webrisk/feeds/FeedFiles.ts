import { Option, Schema } from "effect"
import { createHash, randomUUID } from "node:crypto"
import { mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { FeedStanding } from "./HeldFeed.ts"

/** Where feeds are kept within the folder of all threat lists. */
export const feedFolder = "feeds"

/** The files of one feed: its list, and how that fares. */
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

  /** How the stored list fares; null where nothing usable says it. */
  async readStanding(): Promise<FeedStanding | null> {
    try {
      return Option.getOrNull(decode(await readFile(this.standing, "utf8")))
    } catch {
      return null
    }
  }

  /** @returns what went wrong, in a sentence; null when it is stored */
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

  /** When the standing was written; 0 when there is none. */
  async writtenAt(): Promise<number> {
    return (await stat(this.standing).catch(() => null))?.mtimeMs ?? 0
  }
}

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(FeedStanding))

/** Names of feeds may hold anything; two never share a file, even where case does not count. */
const fileStem = (name: string): string =>
  /^[a-z0-9-]{1,40}$/.test(name)
    ? name
    : `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-").slice(0, 40)}.${
      createHash("sha256").update(name).digest("hex").slice(0, 12)
    }`
