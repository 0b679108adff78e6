import { Data, Result } from "effect"
import { hash } from "node:crypto"
import { isAbsolute } from "node:path"
import type { ThreatType } from "../../../core/threats/WebRisk.ts"
import { feedFormats, formatNamed } from "./formats/Formats.ts"
import { type KnownFeed, knownFeeds } from "./KnownFeeds.ts"

/** Failure to parse a feed setting. The message says what to write. */
export class InvalidFeed extends Data.TaggedError("InvalidFeed")<{
  readonly message: string
  /** ID of the known feed whose key is missing; null for any other problem. */
  readonly missingKeyOf: string | null
}> {}

interface FeedCommon {
  /** Name in responses, on health pages and in other settings. */
  readonly name: string
  /** Name of a format; null to detect it from the content. */
  readonly format: string | null
  /** Threat type of entries for which the list states no type. */
  readonly type: ThreatType
}

/** List in a local file that an external process updates. */
export interface FileFeed extends FeedCommon {
  readonly origin: "file"
  readonly path: string
}

export interface UrlFeed extends FeedCommon {
  readonly origin: "url"
  /** URL of the list. It can contain a key, so it is never displayed or logged. */
  readonly url: URL
  readonly periodMillis: number
  /** Maximum age of the list in milliseconds. Older lists are not used. */
  readonly staleMillisMax: number
  readonly known: KnownFeed | null
}

/** Returns a digest of the URL, which distinguishes stored lists of the same name. The URL itself can contain a key. */
export const urlDigestOf = ({ url }: UrlFeed): string => hash("sha256", url.href).slice(0, 16)

export type FeedSpec = FileFeed | UrlFeed

/** Update period and maximum age of feeds that are configured by their URL. */
export const otherFeedPeriodMillis = 60 * 60_000
export const otherFeedStaleMillisMax = 24 * 60 * 60_000

/**
 * Parses one item of the feed setting: the name of a known feed, a path, or a URL. Paths and URLs can have hints after
 * `#`, such as `lists/hosts.txt#format=hosts&type=malware&name=house`.
 */
export const parseFeedSpec = (
  text: string,
  keys: ReadonlyMap<string, string>
): Result.Result<FeedSpec, InvalidFeed> => {
  const known = knownFeeds.find(({ id }) => id === text)
  if (known !== undefined) return knownFeed(known, keys.get(known.id) ?? null)
  const [location, hints] = splitHints(text)
  if (knownFeeds.some(({ id }) => id === location)) {
    return invalid(
      `${location} is a known feed, whose name, format and type are fixed. Remove the part after #.`
    )
  }
  const options = parseHints(hints)
  if (typeof options === "string") return invalid(`${location}: ${options}`)
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(location)) return urlFeed(location, options)
  const looksLikePath = isAbsolute(location) || /[/\\.]/.test(location)
  if (!looksLikePath) {
    return invalid(`${location} is not a known feed, path or URL. Run \`gatehouse feeds list\` for the known feeds.`)
  }
  return Result.succeed({ origin: "file", ...options, name: options.name ?? location, path: location })
}

type Options = Omit<FeedCommon, "name"> & { readonly name: string | null }

const hintNames = ["format", "name", "type"]
const types: ReadonlyArray<ThreatType> = ["phishing", "malware", "unwanted-software", "harmful-application", "unknown"]

/** Splits hints from a path or URL. A path can contain `#`, so only text that looks like hints is split off. */
const splitHints = (text: string): readonly [string, string] => {
  const at = text.lastIndexOf("#")
  return at > 0 && /^[a-z]+=/.test(text.slice(at + 1)) ? [text.slice(0, at), text.slice(at + 1)] : [text, ""]
}

const parseHints = (hints: string): Options | string => {
  const given = new URLSearchParams(hints)
  for (const name of given.keys()) {
    if (!hintNames.includes(name)) return `unknown option ${name}=. Use ${hintNames.join("=, ")}=.`
  }
  const [format, name, typeName] = [given.get("format"), given.get("name"), given.get("type") ?? "unknown"]
  if (format !== null && formatNamed(format) === null) {
    return `unknown format ${format}. Use one of ${feedFormats.map(({ id }) => id).join(", ")}.`
  }
  const type = types.find((each) => each === typeName)
  if (type === undefined) return `unknown type ${typeName}. Use one of ${types.join(", ")}.`
  return { format, name: name === "" ? null : name, type }
}

const urlFeed = (location: string, options: Options): Result.Result<FeedSpec, InvalidFeed> => {
  if (!URL.canParse(location)) return invalid(`${location.replace(/[?#][^]*/, "")} is not a URL.`)
  const url = new URL(location)
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return invalid(`${url.protocol}//${url.host} is not supported. Feed URLs must start with https:// or http://.`)
  }
  if (url.username !== "" || url.password !== "") {
    return invalid(
      `The feed from ${url.host} has a password in its URL, which is not supported. Put the key into the path or query.`
    )
  }
  // The path and the query can contain a key, so the name omits the query and path segments that look like a key.
  const name = options.name ?? url.host + url.pathname.split("/").map((part) => mayBeKey(part) ? "…" : part).join("/")
  return Result.succeed({
    ...options,
    origin: "url",
    name,
    url,
    periodMillis: otherFeedPeriodMillis,
    staleMillisMax: otherFeedStaleMillisMax,
    known: null
  })
}

/** Reports whether a path segment looks like a key: at least 16 characters, a digit, and no file extension. */
const mayBeKey = (part: string): boolean => /^[\w~-]{16,}$/.test(part) && /\d/.test(part)

const knownFeed = (known: KnownFeed, key: string | null): Result.Result<FeedSpec, InvalidFeed> => {
  if (known.key === "required" && key === null) {
    return Result.fail(
      new InvalidFeed({ message: `${known.id} needs an API key (${known.terms}).`, missingKeyOf: known.id })
    )
  }
  const { format, id, periodMillis, staleMillisMax, type } = known
  return Result.succeed({
    origin: "url",
    name: id,
    format,
    type,
    url: new URL(known.url(key === null ? null : encodeURIComponent(key))),
    periodMillis,
    staleMillisMax,
    known
  })
}

const invalid = (message: string) => Result.fail(new InvalidFeed({ message, missingKeyOf: null }))
