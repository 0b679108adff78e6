import { Result, Schema } from "effect"
import { expressionOf, readAsBrowser, type Reading, readTextually } from "./Canonicalize.ts"

/** Browsers take more, but nobody needs it; every later step is linear in this. */
export const urlCharsMax = 8_192

/** Not an http or https URL. */
export class InvalidUrl extends Schema.TaggedError<InvalidUrl>()("InvalidUrl", { message: Schema.String }) {}

/** An http or https URL in canonical form. */
export interface WebUrl {
  readonly raw: string
  /** `host/path?query` as a browser reads it: two spellings of one URL have one. */
  readonly canonical: string
  /**
   * How it may be read: as a browser reads it, and as the rules of the threat lists do. A URL is looked up under both, for
   * an attacker picks the spelling on which they differ.
   */
  readonly readings: readonly [Reading, ...ReadonlyArray<Reading>]
  /** As a browser reads it. */
  readonly url: URL
}

export const parseWebUrl = (raw: string): Result.Result<WebUrl, InvalidUrl> => {
  if (raw.length > urlCharsMax) return invalid(`The URL is longer than ${urlCharsMax} characters.`)
  if (!URL.canParse(raw)) return invalid("This is not a URL: it must begin with http:// or https:// and name a host.")
  const url = new URL(raw)
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return invalid(`Only http and https URLs can be screened, not ${url.protocol.slice(0, 40)}`)
  }
  const browser = readAsBrowser(url)
  if (browser.host === "") return invalid("The URL names no host.")
  const textual = readTextually(raw)
  const canonical = expressionOf(browser)
  const readings: WebUrl["readings"] = textual === null || expressionOf(textual) === canonical
    ? [browser]
    : [browser, textual]
  return Result.succeed({ raw, canonical, readings, url })
}

const invalid = (message: string) => Result.fail(new InvalidUrl({ message }))
