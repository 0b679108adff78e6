import type { RequestFacts } from "../SessionJudgment.ts"
import type { ScoreCode } from "./ScoreCatalog.ts"
import type { Signals } from "./Signals.ts"
import { fitsSystem, parseUserAgent, type UserAgent } from "./UserAgent.ts"

/** First version of each engine that sends `Sec-Fetch` headers (caniuse, MDN). */
const fetchHeadersSince = { chromium: 80, firefox: 90, safari: 16.4 } as const
/** First Chromium version that sends client hints by default. */
const hintsSince = 90
/** Maximum characters of a header that are examined. */
const headerCharsMax = 1_024

/**
 * Returns the signals from contradictions between the request headers, or between them and the page. A missing optional
 * header is not a signal.
 */
export const requestFindings = (request: RequestFacts, signals: Signals | null): ReadonlyArray<ScoreCode> => {
  const found: Array<ScoreCode> = []
  const text = request.userAgent?.slice(0, headerCharsMax) ?? ""
  const agent = parseUserAgent(text)
  if (request.isSelfDeclaredBot === true) found.push("DECLARED_BOT")
  if (isHeadless(text) || isHeadless(request.clientHints ?? "")) found.push("HEADLESS_NAME")
  if (text === "") found.push("NO_AGENT")
  else if (signals?.userAgent !== undefined && signals.userAgent !== text) found.push("AGENT_MISMATCH")
  if (contradictsHints(request, agent)) found.push("HINTS_MISMATCH")
  if (lacksFetchHeaders(request, agent, signals)) found.push("FETCH_HEADERS")
  if (lacksHints(request, agent)) found.push("HINTS_MISSING")
  if (text !== "" && (request.acceptLanguage ?? "") === "") found.push("NO_LANGUAGES")
  else if (contradictsLanguages(request.acceptLanguage ?? "", signals?.languages ?? "")) found.push("LANGUAGE_MISMATCH")
  return found
}

export const isHeadless = (text: string): boolean => /Headless/i.test(text)

const contradictsHints = (request: RequestFacts, { engine, version, system, isMobile }: UserAgent): boolean => {
  const { clientHints, clientHintsMobile, clientHintsPlatform } = request
  if (clientHints === null) return false
  const hinted = /"Chromium";v="(\d{1,4})"/.exec(clientHints.slice(0, headerCharsMax))?.[1]
  if (engine !== "chromium" || (hinted !== undefined && Number(hinted) !== version)) return true
  const platform = unquoted(clientHintsPlatform ?? "")
  if (platform !== "" && system !== null && !fitsSystem(platform, system)) return true
  return clientHintsMobile === "?1" && !isMobile || clientHintsMobile === "?0" && isMobile && system !== "android"
}

const unquoted = (text: string): string => text.slice(0, headerCharsMax).replaceAll("\"", "")

/**
 * Reports whether `Sec-Fetch` headers are wrong or missing. Browsers send them only over TLS and to localhost. They are
 * expected if the page uses TLS, or if the request has client hints, which browsers send under the same conditions.
 */
const lacksFetchHeaders = (
  request: RequestFacts,
  { engine, version, isInApp }: UserAgent,
  signals: Signals | null
): boolean => {
  const { secFetchDest, secFetchMode, secFetchSite } = request
  if (secFetchMode !== null && !/^(?:cors|no-cors|same-origin)$/.test(secFetchMode)) return true
  if (secFetchDest !== null && secFetchDest !== "empty") return true
  if (secFetchMode !== null && secFetchSite !== null) return false
  const isSecure = signals?.secure === true || request.clientHints !== null
  return isSecure && !isInApp && engine !== null && version !== null && version >= fetchHeadersSince[engine]
}

const lacksHints = ({ clientHints, secFetchMode }: RequestFacts, { engine, version, isInApp }: UserAgent): boolean =>
  clientHints === null && secFetchMode !== null && engine === "chromium" && !isInApp && (version ?? 0) >= hintsSince

/** Reports whether header and page have no common language. Browsers may list fewer languages in one of the two. */
const contradictsLanguages = (accepted: string, named: string): boolean => {
  const [there, here] = [languagesIn(accepted), languagesIn(named)]
  return there.size > 0 && here.size > 0 && !there.has("*") && [...there].every((language) => !here.has(language))
}

const languagesIn = (text: string): ReadonlySet<string> =>
  new Set(
    text.slice(0, headerCharsMax).toLowerCase().match(/(?:^|,)[ ]?(?:[a-z]{2,8}|\*)/g)?.map((part) =>
      part.replace(/[^a-z*]/g, "")
    )
  )
