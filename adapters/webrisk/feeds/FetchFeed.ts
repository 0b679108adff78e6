import { Effect, Result } from "effect"
import { hostAndPath, type Http, type HttpFailure, type HttpResponse } from "../http/Http.ts"
import { UpdateFailed } from "../ListUpdater.ts"
import type { UrlFeed } from "./FeedSpec.ts"
import { feedBytesMax } from "./reading/Limits.ts"

/** Timeout in milliseconds, long enough for the largest list on a slow line. */
export const feedFetchMillisMax = 5 * 60_000
/** Maximum number of redirects. Some list servers use two. */
export const feedRedirectsMax = 3
/**
 * User agent of feed requests. PhishTank and other servers reject requests without a descriptive user agent
 * (phishtank.org/developer_info.php).
 */
export const feedUserAgent = "Gatehouse (self-hosted URL screening; reads this list when it has changed)"

/** Validators of the list version that is already stored. */
export interface FeedVersion {
  readonly etag: string | null
  readonly lastModified: string | null
}

export type FetchResult =
  | { readonly found: "unchanged" }
  | { readonly found: "list"; readonly blocks: ReadonlyArray<ArrayBuffer>; readonly version: FeedVersion }

/**
 * Fetches a list unless it is unchanged (RFC 9110, section 13.1). Messages never contain the URL, because it can
 * contain a key.
 */
export const fetchFeed = Effect.fnUntraced(function*(
  feed: UrlFeed,
  version: FeedVersion | null,
  http: Http
): Effect.fn.Return<FetchResult, UpdateFailed> {
  let { url } = feed
  for (let redirects = 0; redirects <= feedRedirectsMax; redirects++) {
    const answer = yield* Effect.result(
      http({ url, headers: headersFor(version), millisMax: feedFetchMillisMax, bytesMax: feedBytesMax })
    )
    if (Result.isSuccess(answer)) return yield* toFetchResult(answer.success, version)
    const next = redirectTarget(url, answer.failure)
    if (next === null) return yield* toFailure(feed, url, answer.failure)
    url = next
  }
  return yield* failUpdate(`The server redirected more than ${feedRedirectsMax} times.`)
})

const headersFor = (version: FeedVersion | null): Record<string, string> => ({
  "user-agent": feedUserAgent,
  accept: "*/*",
  ...(version?.etag == null ? {} : { "if-none-match": version.etag }),
  ...(version?.lastModified == null ? {} : { "if-modified-since": version.lastModified })
})

const toFetchResult = (
  { blocks, headers, status }: HttpResponse,
  version: FeedVersion | null
): Effect.Effect<FetchResult, UpdateFailed> => {
  if (status !== 304) {
    return Effect.succeed({
      found: "list",
      blocks,
      version: { etag: headers.get("etag"), lastModified: headers.get("last-modified") }
    })
  }
  return version === null
    ? failUpdate("The server answered 304 although no list is stored.")
    : Effect.succeed({ found: "unchanged" })
}

/**
 * Returns the target of a redirect, or null. A redirect from https to http is not followed, because an attacker could
 * alter the list.
 */
const redirectTarget = (from: URL, { location }: HttpFailure): URL | null => {
  if (location === undefined || !URL.canParse(location, from)) return null
  const to = new URL(location, from)
  return to.protocol === "https:" || (to.protocol === "http:" && from.protocol === "http:") ? to : null
}

const toFailure = ({ known }: UrlFeed, url: URL, { message, problem, retryAfterMillis, status }: HttpFailure) => {
  const address = hostAndPath(url)
  const reason = message.startsWith(address) ? message.slice(address.length) : " could not be reached."
  const hint = (status === 401 || status === 403) && known !== null && known.key !== "none"
    ? " Check the key in GATEHOUSE_FEED_KEYS."
    : ""
  const isReached = problem === "status" || problem === "too long" || problem === "content"
  return new UpdateFailed({ message: `The server${reason}${hint}`, isReached, retryAfterMillis })
}

const failUpdate = (message: string) =>
  Effect.fail(new UpdateFailed({ message, isReached: true, retryAfterMillis: null }))
