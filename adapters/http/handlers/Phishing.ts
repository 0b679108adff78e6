import { submitPhishingLink } from "../../../core/submissions/SubmitPhishingLink.ts"
import { submitPhishingLink as endpoint } from "../api/Phishing.ts"
import { keyedRoute } from "../server/endpoints/Route.ts"

export const phishingRoutes = [
  keyedRoute(endpoint, {
    // Encodes NUL as the URL parser does, because PostgreSQL text cannot contain it.
    prepare: ({ url }) => ({ url: url.replaceAll("\0", "%00") }),
    execute: ({ url }, { accountId }) => submitPhishingLink(url, accountId),
    reply: ({ id, url }) => ({ id, url }),
    summarize: ({ id, url }) => ({ verdict: `submission ${id}`, subject: url })
  })
]
