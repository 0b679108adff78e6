import { Clock, Effect } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { testKinds, testSite } from "../../../core/shield/TestSites.ts"
import type { SubmittedForm } from "../../../core/shield/verification/SiteVerification.ts"
import { type VerificationPorts, verifyFor } from "../../../core/shield/verification/SiteVerify.ts"
import { matchesHostnames } from "../../../core/shield/VisitorHost.ts"
import { VisitorTraffic } from "../../../core/shield/VisitorTraffic.ts"
import type { Site } from "../../../core/sites/Site.ts"
import { Sites } from "../../../core/sites/Sites.ts"
import { toWireVerification } from "../handlers/Shield.ts"
import { readTextBody } from "../server/messages/Body.ts"
import type { InvalidRequest } from "../server/messages/ErrorResponse.ts"
import type { BodyAborted, BodyTooLarge, HttpExchange, HttpResponse } from "../server/messages/HttpExchange.ts"
import { makeStaticFile, type StaticFile } from "../server/pages/StaticFile.ts"
import { demoPage, demoSizes, type DemoState, demoThemes } from "./DemoPage.ts"

export const demoPath = "/demo"
/** Maximum bytes of a submitted form: enough for a message of 5,000 characters and a token. */
export const demoBodyBytesMax = 64 * 1024
/** Maximum number of submitted forms per minute and client address. */
export const demoFormsPerMinuteMax = 60
export const demoFieldCharsMax = 5_000

export interface DemoOptions<R> {
  /** Site that the form uses; null if no site exists yet. */
  readonly site: Effect.Effect<Site | null, never, R>
  /** Whether the widget is built. */
  readonly isBuilt: boolean
}

let cachedFiles: ReadonlyMap<string, StaticFile> | null = null

/** Returns the files that the demo page loads. They are compressed once per process, which takes 30 ms. */
export const demoFiles = (): ReadonlyMap<string, StaticFile> => {
  const file = (name: string) =>
    makeStaticFile(name, readFileSync(join(import.meta.dirname, name)), ["Cache-Control", "no-cache"])
  return cachedFiles ??= new Map(["demo.css", "demo.js"].map((name) => [`/demo/${name}`, file(name)]))
}

/**
 * Builds the handler of `/demo`, which shows a form with the widget and the result of a submission. The form also works
 * without the page's script.
 */
export const makeDemoEndpoint = <R>(options: DemoOptions<R>) => (exchange: HttpExchange) =>
  respond(options, exchange).pipe(
    Effect.catchTag("BodyTooLarge", ({ message }) => Effect.succeed(unreadBodyResponse(413, message))),
    Effect.catchTag("BodyAborted", ({ message }) => Effect.succeed(unreadBodyResponse(400, message))),
    Effect.catchTag("InvalidRequest", ({ message }) => Effect.succeed(errorResponse(422, message))),
    Effect.catchCause((cause) => Effect.as(Effect.logError("The demo failed", cause), errorResponse(503, faultMessage)))
  )

const noSiteMessage = "The demo has no site: the site was removed, or there is no account yet. " +
  "Create one with `gatehouse sites create --name demo --hostname localhost`."

const faultMessage = "An internal error occurred. Try again."

const respond = Effect.fnUntraced(function*<R>(
  { isBuilt, site: findSite }: DemoOptions<R>,
  exchange: HttpExchange
): Effect.fn.Return<
  HttpResponse,
  BodyTooLarge | BodyAborted | InvalidRequest,
  R | VerificationPorts
> {
  const isSent = exchange.method === "POST"
  if (!isSent && exchange.method !== "GET" && exchange.method !== "HEAD") {
    return errorResponse(405, "This page accepts GET, HEAD and POST requests only.", ["Allow", "GET, HEAD, POST"])
  }
  const site = yield* findSite
  if (site === null) return errorResponse(404, noSiteMessage)
  const state = stateOf(site, isBuilt, exchange)
  if (!isSent) return pageResponse(demoPage(state))
  const now = yield* Clock.currentTimeMillis
  if (!(yield* VisitorTraffic).allows("demo", exchange.clientAddress, demoFormsPerMinuteMax, now)) {
    return errorResponse(429, "Too many forms within a minute. Wait 20 seconds, then try again.", ["Retry-After", "20"])
  }
  const { value } = yield* readTextBody(exchange, { body: "json-or-form", bodyBytesMax: demoBodyBytesMax })
  return pageResponse(demoPage({ ...state, outcome: yield* outcomeOf(site, state, value) }))
})

const outcomeOf = Effect.fnUntraced(function*(site: Site, { settings }: DemoState, form: unknown) {
  const values = new Map<string, unknown>(typeof form === "object" && form !== null ? Object.entries(form) : [])
  const field = (name: string): string => {
    const text = values.get(name)
    return typeof text === "string" ? text.slice(0, demoFieldCharsMax) : ""
  }
  const fields = { name: field("name"), email: field("email"), message: field("message") }
  const startedAt = performance.now()
  const verified = yield* verifyDemo(site, settings.key !== realKey, {
    token: field("shield-token"),
    email: fields.email,
    text: fields.message,
    honeypot: field("website")
  })
  return { result: toWireVerification(verified), millis: performance.now() - startedAt, fields }
})

/** Value of the URL parameter `key` that selects the site's own key instead of a test key. */
const realKey = "demo"
const keys = [realKey, ...testKinds] as const

const stateOf = (site: Site, isBuilt: boolean, exchange: HttpExchange): DemoState => {
  const query = new URLSearchParams(exchange.query.slice(0, demoFieldCharsMax))
  const known = (name: string, values: readonly [string, ...ReadonlyArray<string>]): string => {
    const value = query.get(name)
    return value !== null && values.includes(value) ? value : values[0]
  }
  const settings = { theme: known("theme", demoThemes), size: known("size", demoSizes), key: known("key", keys) }
  const base = baseOf(exchange.header("host"))
  const testKind = testKinds.find((kind) => kind === settings.key)
  return {
    siteKey: testKind === undefined ? site.siteKey : testSite(testKind).siteKey,
    settings,
    keys,
    base,
    hostnames: site.hostnames,
    isKnownHost: testKind !== undefined || matchesHostnames(site.hostnames, new URL(base).hostname),
    isBuilt,
    outcome: null
  }
}

/**
 * Returns the base URL at which the browser reaches this server. It is only displayed, so no decision depends on it.
 */
const baseOf = (host: string | undefined): string =>
  host !== undefined && /^(?:[a-z0-9.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i.test(host) &&
    URL.canParse(`http://${host}/`)
    ? new URL(`http://${host}/`).origin
    : "http://localhost"

/**
 * Content Security Policy that allows neither inline content nor other origins. The widget's puzzles need WebAssembly.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'"
].join("; ")

const pageResponse = (body: string): HttpResponse => ({
  status: 200,
  headers: [
    "Content-Type",
    "text/html; charset=utf-8",
    "Content-Security-Policy",
    contentSecurityPolicy,
    ...pageHeaders
  ],
  body,
  inFlight: null,
  closesConnection: false
})

const errorResponse = (status: number, message: string, headers: ReadonlyArray<string> = []): HttpResponse => ({
  status,
  headers: ["Content-Type", "application/json", ...pageHeaders, ...headers],
  body: JSON.stringify({ ok: false, message }),
  inFlight: null,
  closesConnection: false
})

const unreadBodyResponse = (status: number, message: string): HttpResponse => ({
  ...errorResponse(status, message),
  closesConnection: true
})

/** Headers that forbid framing and caching. The page must not be cached, because it contains the entered text. */
const pageHeaders: ReadonlyArray<string> = [
  "Cache-Control",
  "no-store",
  "X-Content-Type-Options",
  "nosniff",
  "X-Frame-Options",
  "DENY",
  "Referrer-Policy",
  "same-origin"
]

/**
 * Verifies a form as the site's server would, but without the secret and the account's rules. Reads the current
 * settings of the site. If the site was just deleted, uses the given site.
 */
const verifyDemo = (site: Site, isTest: boolean, form: SubmittedForm) =>
  isTest
    ? verifyFor(testSite("pass"), form)
    : Effect.flatMap(Sites, (sites) => sites.findBySiteKey(site.siteKey)).pipe(
      Effect.flatMap((now) => verifyFor(withoutRules(now ?? site), form))
    )

/**
 * Returns the site without block rules. The demo is public, so it must not reveal which addresses the account blocks.
 */
const withoutRules = (site: Site): Site => ({
  ...site,
  options: { ...site.options, emailRules: false, ipRules: false }
})
