import { Data, Result } from "effect"
import { distinctReadings, expressionOf, readAsBrowser, readAsText, type Reading } from "./Canonicalize.ts"
import { hostCharsMax } from "./PublicHost.ts"

/**
 * Maximum URL length in characters. Browsers accept more, but no use needs it; the time of every later step is linear
 * in it.
 */
export const urlCharsMax = 8_192

/**
 * Maximum readings of a URL: two browser readings, each with both orders of path steps and with the path as sent, and
 * one textual reading with both orders. All but the first are for spellings on which the published sources differ.
 */
export const readingsMax = 8

/** The text is not an http or https URL. */
export class InvalidUrl extends Data.TaggedError("InvalidUrl")<{
  readonly message: string
  /** Message without any part of the URL; absent if `message` contains none. */
  readonly messageWithoutInput?: string
}> {}

/** An http or https URL in canonical form. */
export interface WebUrl {
  readonly raw: string
  /** `host/path?query` as a browser reads it; equivalent spellings of a URL have the same value. */
  readonly canonical: string
  /**
   * Distinct readings of the URL: first the browser's, then those by the rules of the threat lists. The URL is looked
   * up under each, because attackers choose spellings on which they differ.
   */
  readonly readings: readonly [Reading, ...ReadonlyArray<Reading>]
  /** Parsed by the URL standard, as a browser does. */
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
  const browser = readAsBrowser(url)
  if (browser[0].host === "") return invalid("The URL has no host.")
  if (!isPossible(browser[0])) {
    return invalid(`The URL's host is longer than ${hostCharsMax} characters.`)
  }
  const readings = isPlain(raw) ? browser : distinctReadings(browser, readAsText(raw).filter(isPossible))
  return Result.succeed({ raw, canonical: expressionOf(readings[0]), readings, url })
}

const invalid = (message: string, messageWithoutInput?: string) =>
  Result.fail(new InvalidUrl(messageWithoutInput === undefined ? { message } : { message, messageWithoutInput }))

/** Longer hosts cannot be opened. Later steps process every parent domain and folder, so the length must be bounded. */
const isPossible = ({ host }: Reading): boolean => host.length <= hostCharsMax

const isWeb = ({ protocol }: URL): boolean => protocol === "https:" || protocol === "http:"

/**
 * Reports whether both readings are identical: a scheme with two slashes, followed by visible ASCII without
 * backslashes and escapes, and without both repeated slashes and `..`. Most URLs qualify and are read once.
 */
const isPlain = (raw: string): boolean =>
  /^https?:\/\/[\x21-\x24\x26-\x5b\x5d-\x7e]+$/i.test(raw) && (!raw.includes("..") || !raw.includes("//", 8))
