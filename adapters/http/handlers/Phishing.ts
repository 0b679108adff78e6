import { submitPhishingLink } from "../../../core/phishing/SubmitPhishingLink.ts"
import { Api } from "../api/Api.ts"
import { bind } from "../server/Binding.ts"

const { submitPhishingLink: endpoint } = Api.groups.phishing.endpoints

export const phishing = [
  bind(endpoint, {
    prepare: (body) => body,
    work: ({ url }, { accountId }) => submitPhishingLink(url, accountId),
    reply: ({ id, url }) => ({ id, url }),
    note: ({ id, url }) => ({ verdict: `submission ${id}`, subject: url })
  })
]
