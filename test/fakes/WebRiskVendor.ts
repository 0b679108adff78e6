import { hash } from "node:crypto"
import { encodeWebRisk, encodeWebRiskHashes } from "./RiceEncode.ts"

/** Faults of a computeDiff response. */
export type DiffFault =
  | "wrong checksum"
  | "no checksum"
  | "unknown response type"
  | "indices out of range"
  | "reset with removals"
  | "bad base64"
  | "bad rice"
  | "no entries"

/** Threat types of a digest that searches confirm. */
interface Confirmed {
  readonly types: ReadonlyArray<string>
}

type Rice = ReturnType<typeof encodeWebRisk>

/**
 * Data of the vendor and settings of its responses, in the JSON of the Web Risk API v1.
 *
 * Digests and prefixes are in hex.
 */
export class WebRiskVendor {
  /** Encoding of the prefixes and indices that the vendor sends. */
  compression: "RAW" | "RICE" = "RICE"
  /** Seconds until clients may request changes again. If null, responses omit the time. */
  nextDiffSeconds: number | null = null
  /** Cache duration of threats in responses. */
  positiveSeconds = 300
  negativeSeconds: number | null = 300
  /** The vendor's clock. */
  now: () => number = Date.now
  /** Fault of every list until it is set to null. */
  diffFault: DiffFault | null = null
  /** Whether to refuse every request that has a version token. */
  refusesVersions = false

  private readonly lists = new Map<string, Set<string>>()
  private readonly confirmed = new Map<string, Confirmed>()
  private readonly versions = new Map<string, ReadonlyArray<string>>()

  /** Puts an expression on a list. Searches confirm the expression. */
  add(list: string, expression: string, prefixBytes = 4): void {
    const digest = digestHex(expression)
    this.setPrefixes(list, [digest.slice(0, prefixBytes * 2)])
    this.confirmed.set(digest, { types: [...this.confirmed.get(digest)?.types ?? [], list] })
  }

  /** Removes an expression from a list. Searches no longer confirm the expression. */
  remove(list: string, expression: string): void {
    const digest = digestHex(expression)
    const entries = this.entriesOf(list)
    for (const prefix of entries) if (digest.startsWith(prefix)) entries.delete(prefix)
    this.confirmed.delete(digest)
  }

  setPrefixes(list: string, prefixes: Iterable<string>): void {
    for (const prefix of prefixes) this.entriesOf(list).add(prefix)
  }

  clear(list: string): void {
    this.entriesOf(list).clear()
  }

  /** Returns the response of `threatLists:computeDiff`, or null to refuse the version token. */
  computeDiff(list: string, token: string): object | null {
    if (token !== "" && this.refusesVersions) return null
    const entries = this.diffFault === "no entries" ? [] : [...this.entriesOf(list)].toSorted()
    const sum = hash("sha256", Buffer.from(entries.join(""), "hex"), "hex")
    const name = Buffer.from(`${list} ${sum.slice(0, 16)}`).toString("base64")
    this.versions.set(name, entries)
    const old = this.versions.get(token)
    const [had, has] = [new Set(old), new Set(entries)]
    const added = entries.filter((entry) => !had.has(entry))
    const removed = (old ?? []).flatMap((entry, at) => has.has(entry) ? [] : [at])
    const answer = {
      responseType: old === undefined ? "RESET" : "DIFF",
      ...(this.nextDiffSeconds === null ? {} : { recommendedNextDiff: this.time(this.nextDiffSeconds) }),
      newVersionToken: name,
      checksum: { sha256: Buffer.from(sum, "hex").toString("base64") },
      ...(added.length > 0 ? { additions: this.additions(added) } : {}),
      ...(removed.length > 0 ? { removals: this.removals(removed) } : {})
    }
    return this.diffFault === null ? answer : { ...answer, ...faulty(this.diffFault) }
  }

  /** Returns the response of `hashes:search`. */
  search(prefix: string, types: ReadonlyArray<string>): object {
    const threats = [...this.confirmed].flatMap(([digest, { types: on }]) => {
      const both = on.filter((type) => types.includes(type))
      return digest.startsWith(prefix) && both.length > 0 ? [{ digest, both }] : []
    }).map(({ both, digest }) => ({
      threatTypes: both,
      hash: Buffer.from(digest, "hex").toString("base64"),
      expireTime: this.time(this.positiveSeconds)
    }))
    return {
      ...(threats.length > 0 ? { threats } : {}),
      ...(this.negativeSeconds === null ? {} : { negativeExpireTime: this.time(this.negativeSeconds) })
    }
  }

  /** Returns the response of `uris:search`. Matches only the exact URL, not the other expressions of its host. */
  lookUp(uri: string, types: ReadonlyArray<string>): object {
    const on = this.confirmed.get(digestHex(uri.replace(/^https?:\/\//, "")))?.types.filter((type) =>
      types.includes(type)
    )
    return on === undefined || on.length === 0
      ? {}
      : { threat: { threatTypes: on, expireTime: this.time(this.positiveSeconds) } }
  }

  private entriesOf(list: string): Set<string> {
    const entries = this.lists.get(list) ?? new Set()
    this.lists.set(list, entries)
    return entries
  }

  private additions(entries: ReadonlyArray<string>): object {
    const short = entries.filter((entry) => entry.length === 8)
    const isRice = this.compression === "RICE" && short.length > 0
    const raw = Map.groupBy(isRice ? entries.filter((entry) => entry.length !== 8) : entries, ({ length }) => length)
    return {
      ...(raw.size > 0
        ? {
          rawHashes: [...raw].map(([length, some]) => ({ prefixSize: length / 2, rawHashes: base64(some.join("")) }))
        }
        : {}),
      ...(isRice ? { riceHashes: riceJson(encodeWebRiskHashes(Buffer.from(short.join(""), "hex"))) } : {})
    }
  }

  private removals(places: ReadonlyArray<number>): object {
    return this.compression === "RICE"
      ? { riceIndices: riceJson(encodeWebRisk(places)) }
      : { rawIndices: { indices: places } }
  }

  /** Formats a time as Google does, with nine fractional digits. */
  private time(inSeconds: number): string {
    return new Date(this.now() + inSeconds * 1_000).toISOString().replace("Z", "000000Z")
  }
}

/** Converts to protobuf JSON, which omits zeros and writes 64-bit numbers as strings. */
const riceJson = ({ encodedData, entryCount, firstValue, riceParameter }: Rice): object => ({
  ...(firstValue === 0 ? {} : { firstValue: String(firstValue) }),
  ...(entryCount === 0 ? {} : { riceParameter, entryCount, encodedData: Buffer.from(encodedData).toString("base64") })
})

const faulty = (fault: Exclude<DiffFault, null>): object => {
  switch (fault) {
    case "wrong checksum":
      return { checksum: { sha256: base64("00".repeat(32)) } }
    case "no checksum":
      return { checksum: {} }
    case "unknown response type":
      return { responseType: "PATCH" }
    case "indices out of range":
      return { responseType: "DIFF", additions: {}, removals: { rawIndices: { indices: [9_000_000] } } }
    case "reset with removals":
      return { responseType: "RESET", removals: { rawIndices: { indices: [0] } } }
    case "bad base64":
      return { additions: { rawHashes: [{ prefixSize: 4, rawHashes: "!!!!" }] } }
    case "bad rice":
      return { additions: { riceHashes: { firstValue: "5", riceParameter: 60, entryCount: 2, encodedData: "AAAA" } } }
    case "no entries":
      return {}
  }
}

const base64 = (hex: string): string => Buffer.from(hex, "hex").toString("base64")

export const digestHex = (expression: string): string => hash("sha256", expression, "hex")
