import { submitPhishingLink } from "../../../core/submissions/SubmitPhishingLink.ts"
import { Api } from "../api/Api.ts"
import { bind } from "../server/endpoints/Binding.ts"

const { submitPhishingLink: endpoint } = Api.groups.phishing.endpoints

export const phishing = [
  bind(endpoint, {
    // As the URL parser reads a NUL; PostgreSQL's text holds none.
    prepare: ({ url }) => ({ url: url.replaceAll("\0", "%00") }),
    work: ({ url }, { accountId }) => submitPhishingLink(url, accountId),
    reply: ({ id, url }) => ({ id, url }),
    note: ({ id, url }) => ({ verdict: `submission ${id}`, subject: url })
  })
]
