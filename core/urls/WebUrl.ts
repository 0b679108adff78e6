import { Data, Result } from "effect"
import { distinctReadings, expressionOf, readAsBrowser, type Reading, readTextually } from "./Canonicalize.ts"
import { hostCharsMax } from "./PublicHost.ts"

/** Browsers take more, but nobody needs it; every later step is linear in this. */
export const urlCharsMax = 8_192

/**
 * Readings of one URL: two of a browser, each with both orders of tidying a path and with the path as it is sent, and one of
 * the lists' rules with both orders. All but the first are for spellings on which the published sources differ.
 */
export const readingsMax = 8

/** Not an http or https URL. */
export class InvalidUrl extends Data.TaggedError("InvalidUrl")<{
  readonly message: string
  /** The same where nothing of the URL may stand; absent where the message is so already. */
  readonly messageWithoutInput?: string
}> {}

/** An http or https URL in canonical form. */
export interface WebUrl {
  readonly raw: string
  /** `host/path?query` as a browser reads it: two spellings of one URL have one. */
  readonly canonical: string
  /**
   * How it may be read, no two alike: first as a browser reads it, then as the rules of the threat lists do. A URL is looked
   * up under each, for an attacker picks the spelling on which they differ.
   */
  readonly readings: readonly [Reading, ...ReadonlyArray<Reading>]
  /** As a browser reads it. */
  readonly url: URL
}

export const parseWebUrl = (raw: string): Result.Result<WebUrl, InvalidUrl> => {
  if (raw.length > urlCharsMax) return invalid(`The URL is longer than ${urlCharsMax} characters.`)
  const url = URL.parse(raw)
  if (url === null) return invalid("This is not a URL: it must begin with http:// or https:// and name a host.")
  if (!isWeb(url)) {
    const message = "Only http and https URLs can be screened"
    return invalid(`${message}, not ${url.protocol.slice(0, 40)}`, `${message}.`)
  }
  const browser = readAsBrowser(url)
  if (browser[0].host === "") return invalid("The URL names no host.")
  if (!isPossible(browser[0])) {
    return invalid(`The host of the URL is longer than ${hostCharsMax} characters, which no name can be.`)
  }
  const readings = isPlain(raw) ? browser : distinctReadings(browser, readTextually(raw).filter(isPossible))
  return Result.succeed({ raw, canonical: expressionOf(readings[0]), readings, url })
}

const invalid = (message: string, messageWithoutInput?: string) =>
  Result.fail(new InvalidUrl(messageWithoutInput === undefined ? { message } : { message, messageWithoutInput }))

/** Nobody can open a longer one, and each step after this one takes every domain above it, and every folder behind it. */
const isPossible = ({ host }: Reading): boolean => host.length <= hostCharsMax

const isWeb = ({ protocol }: URL): boolean => protocol === "https:" || protocol === "http:"

/**
 * What both readings take alike: a scheme with two slashes, and after it visible ASCII without backslashes and escapes, and
 * without both repeated slashes and `..`. Most URLs are such, and are read once.
 */
const isPlain = (raw: string): boolean =>
  /^https?:\/\/[\x21-\x24\x26-\x5b\x5d-\x7e]+$/i.test(raw) && (!raw.includes("..") || !raw.includes("//", 8))
