import { isbot } from "isbot"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import type { RequestFacts } from "../../../../core/shield/SessionJudgment.ts"
import type { HttpExchange } from "../messages/HttpExchange.ts"

/** Caller without an API key: a browser, or a site's server. */
export interface Visitor {
  readonly requestId: RequestId
  readonly address: string
  /** `Origin` header: the origin of the page that sent the request, as the browser reports it. */
  readonly origin: string | null
  readonly request: RequestFacts
}

/** Maximum number of characters of a header that are examined. No check needs more. */
export const headerCharsMax = 1_024

/** Builds the visitor of a request. Properties that only some endpoints need are computed on access. */
export const visitorOf = (exchange: HttpExchange, requestId: RequestId): Visitor => {
  const address = exchange.clientAddress
  const header = (name: string): string | null => exchange.header(name)?.slice(0, headerCharsMax) ?? null
  return {
    requestId,
    address,
    get origin() {
      return header("origin")
    },
    get request() {
      return requestFactsOf(address, header)
    }
  }
}

/** Extracts the facts about the browser or program that sent a request. */
const requestFactsOf = (address: string, header: (name: string) => string | null): RequestFacts => {
  const userAgent = header("user-agent")
  return {
    address,
    userAgent,
    isSelfDeclaredBot: userAgent === null ? null : isbot(userAgent),
    acceptLanguage: header("accept-language"),
    secFetchSite: header("sec-fetch-site"),
    secFetchMode: header("sec-fetch-mode"),
    secFetchDest: header("sec-fetch-dest"),
    clientHints: header("sec-ch-ua"),
    clientHintsMobile: header("sec-ch-ua-mobile"),
    clientHintsPlatform: header("sec-ch-ua-platform")
  }
}
