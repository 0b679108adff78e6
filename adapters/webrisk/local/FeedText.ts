import { Result } from "effect"
import { blocklistTarget } from "../../../core/urls/BlocklistGuard.ts"
import type { HostKnowledge } from "../../../core/urls/HostKnowledge.ts"

/** Limits of a feed that is held in memory. */
export const feedEntriesMax = 2_000_000
export const feedBytesMax = 256 * 1024 * 1024
export const feedLineCharsMax = 8_192

/** What a feed says, as expressions to look up. */
export interface Feed {
  /** `host/path?query` of single URLs, and `host/` of whole hosts. */
  readonly urls: ReadonlySet<string>
  /** Hosts that are listed with everything under them. */
  readonly domains: ReadonlySet<string>
  /** Lines that are no entry. */
  readonly malformed: number
  /** Entries left out because they would condemn what many share. */
  readonly guarded: number
}

/**
 * Reads a threat list, each line by its own form: a URL, a hosts line (`0.0.0.0 name`), an adblock rule (`||name^`), a
 * wildcard (`*.name`), a domain, or a row of URLhaus's CSV (abuse.ch). Comments begin with `#`, `!` or `//`.
 */
export const readFeed = (text: string, knowledge: HostKnowledge): Feed => {
  const urls = new Set<string>()
  const domains = new Set<string>()
  let malformed = 0
  let guarded = 0
  for (const line of lines(text)) {
    if (urls.size + domains.size >= feedEntriesMax) break
    const entry = entryOf(line)
    if (entry === null) continue
    const target = blocklistTarget(entry.kind, entry.text, knowledge, { force: false })
    if (Result.isSuccess(target)) (entry.kind === "url" ? urls : domains).add(target.success.expression)
    else if (target.failure._tag === "BlocksTooMuch") guarded++
    else malformed++
  }
  return { urls, domains, malformed, guarded }
}

function* lines(text: string): Generator<string> {
  for (let start = 0; start < text.length;) {
    const end = text.indexOf("\n", start)
    const stop = end < 0 ? text.length : end
    yield text.slice(start, Math.min(stop, start + feedLineCharsMax)).trim()
    start = stop + 1
  }
}

const entryOf = (line: string): { readonly kind: "url" | "domain"; readonly text: string } | null => {
  if (line === "" || /^(?:#|!|\/\/)/.test(line)) return null
  if (line.startsWith("\"")) return urlhausRow(line)
  if (/^https?:\/\//i.test(line)) return { kind: "url", text: line }
  const adblock = /^\|\|([^^/$]+)\^/.exec(line)
  if (adblock !== null) return { kind: "domain", text: adblock[1]! }
  const hosts = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+(\S+)/.exec(line)
  if (hosts !== null) return hosts[1] === "localhost" ? null : { kind: "domain", text: hosts[1]! }
  const name = line.split(/\s/, 1)[0]!
  // A word without a dot is no domain: an empty text counts as malformed.
  if (!name.includes(".")) return { kind: "domain", text: "" }
  return name.includes("/") ? { kind: "url", text: `http://${name}` } : { kind: "domain", text: name }
}

/** `"id","dateadded","url","url_status",…` */
const urlhausRow = (line: string): { readonly kind: "url"; readonly text: string } | null => {
  const cells = line.slice(1).split("\",\"")
  return cells[2] !== undefined && /^https?:/i.test(cells[2]) ? { kind: "url", text: cells[2] } : null
}
