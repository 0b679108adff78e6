import { isbot } from "isbot"
import type { RequestId } from "../../../../core/kernel/Ids.ts"
import type { RequestFacts } from "../../../../core/shield/SessionJudgement.ts"
import type { Exchange } from "../messages/Exchange.ts"

/** Who calls without an API key: a browser, or a site's server. */
export interface Visitor {
  readonly requestId: RequestId
  readonly address: string
  /** The `Origin` header: the page that asks, as its browser says. */
  readonly origin: string | null
  readonly request: RequestFacts
}

/** Headers are as long as 8 KiB together; of one of these no judgement needs more. */
export const headerCharsMax = 1_024

/** Who asks without a key. What only some endpoints want to know is looked at when they do. */
export const visitorOf = (exchange: Exchange, requestId: RequestId): Visitor => {
  const address = exchange.clientAddress
  const header = (name: string): string | null => exchange.header(name)?.slice(0, headerCharsMax) ?? null
  return {
    requestId,
    address,
    get origin() {
      return header("origin")
    },
    get request() {
      return factsOf(address, header)
    }
  }
}

/** What a request says of the browser, or the program, that sent it. */
const factsOf = (address: string, header: (name: string) => string | null): RequestFacts => {
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
