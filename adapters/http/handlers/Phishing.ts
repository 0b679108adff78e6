import { submitPhishingLink } from "../../../core/submissions/SubmitPhishingLink.ts"
import { submitPhishingLink as endpoint } from "../api/Phishing.ts"
import { bindKeyed } from "../server/endpoints/Binding.ts"

export const phishing = [
  bindKeyed(endpoint, {
    // Encodes NUL as the URL parser does, because PostgreSQL text cannot contain it.
    prepare: ({ url }) => ({ url: url.replaceAll("\0", "%00") }),
    work: ({ url }, { accountId }) => submitPhishingLink(url, accountId),
    reply: ({ id, url }) => ({ id, url }),
    note: ({ id, url }) => ({ verdict: `submission ${id}`, subject: url })
  })
]
