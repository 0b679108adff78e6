import { Effect } from "effect"
import { makeSubmissionEvents } from "../../../core/submissions/SubmissionEvents.ts"
import { submitPhishingLink } from "../../../core/submissions/SubmitPhishingLink.ts"
import { submitPhishingLink as endpoint } from "../api/Phishing.ts"
import { keyedRoute } from "../server/endpoints/Route.ts"

export const phishingRoutes = [
  keyedRoute(endpoint, {
    // Encodes NUL as the URL parser does, because PostgreSQL text cannot contain NUL.
    prepare: ({ url }) => ({ url: url.replaceAll("\0", "%00") }),
    execute: ({ url }, { accountId }) =>
      Effect.flatMap(makeSubmissionEvents, (events) => submitPhishingLink(url, accountId, events?.created)),
    reply: ({ id, url }) => ({ id, url }),
    summarize: ({ id, url }) => ({ verdict: `submission ${id}`, subject: url })
  })
]
