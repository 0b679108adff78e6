import { Effect, Result } from "effect"
import { expect, it } from "vitest"
import { parseFeedSpec, type UrlFeed } from "../../../../adapters/webrisk/feeds/FeedSpec.ts"
import { fetchFeed } from "../../../../adapters/webrisk/feeds/FetchFeed.ts"
import { type Http, HttpFailure, type HttpRequest } from "../../../../adapters/webrisk/http/Http.ts"

const urlhaus = Result.getOrThrow(parseFeedSpec("urlhaus", new Map([["urlhaus", "SECRET"]]))) as UrlFeed

/** Creates a server that answers with a given status, and records the requests. */
const answering = (status: number, location?: string) => {
  const requests: Array<HttpRequest> = []
  const http: Http = (request) => {
    requests.push(request)
    const message = `${request.url.host}${request.url.pathname} answered ${status}.`
    const failure = { problem: "status", status, retryAfterMillis: null, message, body: new Uint8Array(0) } as const
    return Effect.fail(new HttpFailure(location === undefined ? failure : { ...failure, location }))
  }
  return { asked: requests, http }
}

const failure = async (http: Http, version: Parameters<typeof fetchFeed>[1] = null) => {
  const { message } = Result.getOrThrow(
    Result.flip(await Effect.runPromise(Effect.result(fetchFeed(urlhaus, version, http))))
  )
  expect(message).not.toContain("SECRET")
  return message
}

it("reports errors without the path, which can contain the key", async () => {
  expect(await failure(answering(403).http)).toBe("The server answered 403. Check the key in GATEHOUSE_FEED_KEYS.")
  expect(await failure(answering(500).http)).toBe("The server answered 500.")
})

it("requests the whole feed first, then only changes", async () => {
  const first = answering(500)
  await failure(first.http)
  expect(Object.keys(first.asked[0]!.headers!)).toEqual(["user-agent", "accept"])
  const second = answering(500)
  await failure(second.http, { etag: "\"1\"", lastModified: "Sat, 21 Nov 2026 10:00:00 GMT" })
  expect(second.asked[0]!.headers).toMatchObject({
    "if-none-match": "\"1\"",
    "if-modified-since": "Sat, 21 Nov 2026 10:00:00 GMT"
  })
})

it("follows a limited number of redirects, and never from https to http", async () => {
  const moved = answering(302, "/elsewhere")
  expect(await failure(moved.http)).toMatch(/redirected more than 3 times/)
  expect(moved.asked.map(({ url }) => url.pathname).slice(1)).toEqual(["/elsewhere", "/elsewhere", "/elsewhere"])
  for (const to of ["http://urlhaus-api.abuse.ch/x", "file:///etc/passwd", "https://["]) {
    const sent = answering(302, to)
    expect(await failure(sent.http)).toBe("The server answered 302.")
    expect(sent.asked).toHaveLength(1)
  }
})
