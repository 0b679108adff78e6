import { Option, Result, Schema } from "effect"
import { closeSync, fstatSync, openSync, readSync } from "node:fs"
import { type PrefixList, prefixListFromBuffer } from "../../../core/threats/prefixes/PrefixList.ts"
import type { HostKnowledge } from "../../../core/urls/HostKnowledge.ts"
import { readSnapshot } from "../snapshots/ReadSnapshot.ts"
import { writeSnapshot } from "../snapshots/WriteSnapshot.ts"
import type { Job } from "../thread/Jobs.ts"
import { FeedMetadata, feedReaderVersion, formatEntryCount } from "./LoadedFeed.ts"
import { feedBytesMax, FeedRefused } from "./reading/Limits.ts"
import { readFeed, type ReadingOptions } from "./reading/ReadFeed.ts"

interface JobOptions extends ReadingOptions {
  /** Path of the module that exports `hostKnowledge`, because functions cannot be sent to a thread. */
  readonly knowledge: string
}

/** Result of a feed job: a list, or the reason for a refusal as a sentence. */
export type FeedOutcome<A> = ({ readonly buffer: ArrayBufferLike } & A) | { readonly refused: string }

/**
 * Reads a list from a file. A list without usable entries is refused, unless it contains only comments, because an
 * operator's own list can be empty on purpose.
 */
export const readFeedFile = async ({ knowledge, path, ...options }: JobOptions & { readonly path: string }) => {
  let file: number | null = null
  try {
    file = openSync(path, "r")
    const info = fstatSync(file)
    if (info.isDirectory()) return refused(fileProblem({ code: "EISDIR" }))
    if (info.size > feedBytesMax) return refused(`It is larger than ${feedBytesMax} bytes.`)
    const chunks = readChunks(file)
    return await runFeedJob(async () => {
      const reading = await readUsing(chunks, options, knowledge)
      const { counts: { entries, guarded, malformed }, isBlank } = reading
      if (entries > 0) return reading
      if (malformed > 0) {
        throw new FeedRefused("It has no valid entries. It must be UTF-8 text with one entry per line.")
      }
      if (guarded > 0) throw new FeedRefused("All of its entries would block shared hosts, so none is used.")
      if (isBlank) throw new FeedRefused("It is empty.")
      return reading
    })
  } catch (cause) {
    if (isSystemError(cause)) return refused(fileProblem(cause))
    throw cause
  } finally {
    if (file !== null) closeSync(file)
  }
}

/** Minimum number of previous entries for the check that a list has not shrunk. */
export const shrinkEntriesMin = 100
/** Share of the previous entries below which a new list is considered an error of its maintainers. */
export const shrinkShareMin = 0.5

export interface FetchedFeed extends JobOptions {
  readonly name: string
  readonly address: string
  /** Body of the response, in blocks. */
  readonly blocks: ReadonlyArray<ArrayBuffer>
  readonly etag: string | null
  readonly lastModified: string | null
  readonly fetchedAt: number
  /** Number of entries of the list in use; null without a list. */
  readonly entriesBefore: number | null
  /** Whether a list is accepted although it is much smaller than the previous list. */
  readonly isForced: boolean
  readonly path: string
}

export const acceptFeed = (feed: FetchedFeed) =>
  runFeedJob(async () => {
    const {
      address,
      blocks,
      entriesBefore,
      etag,
      fetchedAt,
      format,
      isForced,
      knowledge,
      lastModified,
      name,
      path,
      type
    } = feed
    const reading = await readUsing(blocks.map((block) => new Uint8Array(block)), { format, type }, knowledge)
    const { counts, list } = reading
    if (counts.entries === 0) throw new FeedRefused("It has no entries.")
    if (!isForced && entriesBefore !== null && isShrunk(entriesBefore, counts.entries)) {
      throw new FeedRefused(
        `It has ${
          formatEntryCount(counts.entries)
        } instead of ${entriesBefore}, which looks like an error of its maintainers. To use it anyway, run \`gatehouse feeds update --force\`.`
      )
    }
    const about: FeedMetadata = {
      name,
      address,
      reader: feedReaderVersion,
      wanted: format,
      type,
      format: reading.format,
      sha256: reading.sha256,
      bytes: reading.bytes,
      counts,
      etag,
      lastModified,
      fetchedAt
    }
    const problem = writeSnapshot(path, { kind: storedFeedKind, about, buffers: [list.buffer, ...blocks] })
    return { list, about, problem }
  })

const isShrunk = (before: number, now: number): boolean => before >= shrinkEntriesMin && now < before * shrinkShareMin

/** Kind of snapshot in stored feed files. */
export const storedFeedKind = "feed"

/** Reads the stored list. Returns a refusal if the list is missing or unusable. */
export const readStoredFeed = (
  { address, knowledge, path, ...options }: JobOptions & { readonly address: string; readonly path: string }
) =>
  runFeedJob(async () => {
    const stored = readSnapshot(path, storedFeedKind)
    if (stored.found === "none") throw new FeedRefused("")
    if (stored.found === "unusable") throw new FeedRefused(stored.problem)
    const about = Option.getOrNull(Schema.decodeUnknownOption(FeedMetadata)(stored.about))
    const [buffer, ...body] = stored.buffers
    if (about === null || buffer === undefined) throw new FeedRefused(`${path} has an unsupported version.`)
    if (about.address !== address) throw new FeedRefused(`${path} contains the list of another URL.`)
    const isReusable = about.reader === feedReaderVersion && about.wanted === options.format &&
      about.type === options.type
    const list = isReusable ? Result.getOrNull(prefixListFromBuffer(buffer)) : null
    if (list !== null) return { list, about, problem: null }
    const reading = await readUsing(body.map((part) => new Uint8Array(part).slice()), options, knowledge)
    const { counts, format } = reading
    const read = { ...about, reader: feedReaderVersion, wanted: options.format, type: options.type, counts, format }
    return { list: reading.list, about: read, problem: null }
  })

const readUsing = async (chunks: Iterable<Uint8Array>, options: ReadingOptions, knowledge: string) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The path is that of our own module.
  const module = await import(knowledge) as { readonly hostKnowledge: HostKnowledge }
  return readFeed(chunks, options, module.hostKnowledge)
}

const chunkBytes = 1024 * 1024

function* readChunks(file: number): Generator<Uint8Array> {
  for (;;) {
    const chunk = new Uint8Array(chunkBytes)
    const count = readSync(file, chunk)
    if (count === 0) return
    yield chunk.subarray(0, count)
  }
}

/** Runs a job, and transfers the buffer of its list. */
const runFeedJob = async <A extends { readonly list: PrefixList }>(
  work: () => Promise<A>
): Promise<{ readonly output: FeedOutcome<Omit<A, "list">>; readonly transfer: ReadonlyArray<ArrayBuffer> }> => {
  try {
    const { list, ...rest } = await work()
    const { buffer } = list
    return { output: { buffer, ...rest }, transfer: buffer instanceof ArrayBuffer ? [buffer] : [] }
  } catch (cause) {
    if (cause instanceof FeedRefused) return refused(cause.message)
    throw cause
  }
}

const refused = (message: string) => ({ output: { refused: message }, transfer: [] })

export const readFeedFileJob = { name: "readFeedFile", work: readFeedFile } satisfies Job<never, unknown>
export const readStoredFeedJob = { name: "readStoredFeed", work: readStoredFeed } satisfies Job<never, unknown>
export const acceptFeedJob = { name: "takeNewFeed", work: acceptFeed } satisfies Job<never, unknown>

/** Reports whether an error is a system error. Other errors are bugs. */
export const isSystemError = (cause: unknown): cause is { readonly code: string } =>
  typeof cause === "object" && cause !== null && "code" in cause && typeof cause.code === "string"

/** Returns why a file cannot be read, as a sentence without the system's message. */
export const fileProblem = ({ code }: { readonly code: string }): string =>
  problems.get(code) ?? `It cannot be read (${code}).`

const problems: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "The file does not exist."],
  ["ENOTDIR", "The file does not exist."],
  ["EISDIR", "It is a folder, not a file."],
  ["EACCES", "Permission to read it is denied."],
  ["EPERM", "Permission to read it is denied."]
])
