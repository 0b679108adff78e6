import * as Data from "effect/Data"
import * as Result from "effect/Result"
import {
  canonicalizeBrowserUrl,
  canonicalizeText,
  distinctReadings,
  formatExpression,
  type UrlReading
} from "./Canonicalize.ts"
import { hostCharsMax } from "./PublicHost.ts"

/**
 * Maximum URL length in characters. Browsers accept longer URLs. The limit bounds the time of every later step, which
 * is linear in the length.
 */
export const urlCharsMax = 8_192

/**
 * Maximum readings of a URL. There are two browser readings, each with both orders of path steps and with the path as
 * sent, and one textual reading with both orders. All readings but the first are for spellings on which the published
 * sources differ.
 */
export const readingsMax = 8

/** Error for text that is not an http or https URL. */
export class InvalidUrl extends Data.TaggedError("InvalidUrl")<{
  readonly message: string
  /** Message without any part of the URL. Absent if `message` contains no such part. */
  readonly messageWithoutInput?: string
}> {}

/** An http or https URL in canonical form. */
export interface WebUrl {
  readonly raw: string
  /** URL as `host/path?query`, as a browser reads it. Equivalent spellings of a URL have the same value. */
  readonly canonical: string
  /**
   * Distinct readings of the URL: first the browser's, then those by the rules of the threat lists. The URL is looked
   * up under each reading, because attackers choose spellings that have different readings.
   */
  readonly readings: readonly [UrlReading, ...ReadonlyArray<UrlReading>]
  /** URL as parsed by the URL standard, which browsers follow. */
  readonly url: URL
}

export const parseWebUrl = (raw: string): Result.Result<WebUrl, InvalidUrl> => {
  if (raw.length > urlCharsMax) return invalid(`The URL is longer than ${urlCharsMax} characters.`)
  const url = URL.parse(raw)
  if (url === null) return invalid("This is not a URL. It must begin with http:// or https:// and contain a host.")
  if (!isWeb(url)) {
    const message = "Only http and https URLs can be checked"
    return invalid(`${message}, not ${url.protocol.slice(0, 40)}`, `${message}.`)
  }
  const browser = canonicalizeBrowserUrl(url)
  if (browser[0].host === "") return invalid("The URL has no host.")
  if (!isPossible(browser[0])) {
    return invalid(`The URL's host is longer than ${hostCharsMax} characters.`)
  }
  const readings = isPlain(raw) ? browser : distinctReadings(browser, canonicalizeText(raw).filter(isPossible))
  return Result.succeed({ raw, canonical: formatExpression(readings[0]), readings, url })
}

const invalid = (message: string, messageWithoutInput?: string) =>
  Result.fail(new InvalidUrl(messageWithoutInput === undefined ? { message } : { message, messageWithoutInput }))

/**
 * Reports whether a host is short enough to exist. Later steps process every parent domain, so the length must be
 * bounded.
 */
const isPossible = ({ host }: UrlReading): boolean => host.length <= hostCharsMax

const isWeb = ({ protocol }: URL): boolean => protocol === "https:" || protocol === "http:"

/**
 * Reports whether the browser and the textual reading are certainly identical. The URL must have a scheme with two
 * slashes, followed by visible ASCII without backslashes and escapes. It must not have both repeated slashes and `..`.
 * Most URLs qualify, and are read only once.
 */
const isPlain = (raw: string): boolean =>
  /^https?:\/\/[\x21-\x24\x26-\x5b\x5d-\x7e]+$/i.test(raw) && (!raw.includes("..") || !raw.includes("//", 8))
