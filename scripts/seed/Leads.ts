import type { LeadRecord } from "../../core/leads/LeadRecord.ts"
import type { NewRequest } from "../../core/ports/RequestHistory.ts"
import type { Random } from "./Random.ts"
import { companyHosts, firstNames, formNames } from "./Words.ts"

const wanted = [
  "Hello, what does a subscription for ten people cost per year?",
  "We would like to book a demo next week, preferably on Tuesday or Thursday in the morning.",
  "Guten Tag, können Sie uns ein Angebot für 25 Arbeitsplätze schicken?",
  "The last invoice names the wrong address. Could you send a corrected one?"
]
const unwanted = [
  "Get your website on the first page of Google! We offer 500 backlinks for only $99, guaranteed results.",
  "Dear owner, I can provide verified email lists of your industry. Reply for samples and prices.",
  "You have been selected for a business loan with no credit check, apply today.",
  "<b>=HYPERLINK(\"https://prize-claim.example\")</b> You won. Claim within 24 hours!!!"
]

/** What a form has sent, judged. */
export const madeLead = (
  random: Random,
  { accountId, at, requestId }: Pick<NewRequest, "requestId" | "accountId" | "at">
): LeadRecord => {
  const verdict = random.weighted([["clean", 62], ["review", 22], ["spam", 16]] as const)
  const base = { requestId, accountId, at, verdict, source: random.one(formNames), mark: null, markedAt: null }
  const name = random.one(firstNames)
  switch (verdict) {
    case "clean":
      return {
        ...base,
        riskScore: random.integer(0, 20),
        categories: random.chance(0.5) ? ["public_email"] : [],
        language: random.one(["en", "de", "en", "fr"]),
        spamProbability: random.next() * 0.3,
        message: `${random.one(wanted)}\n\n${name}, ${random.one(companyHosts)}`
      }
    case "review":
      return {
        ...base,
        riskScore: random.integer(25, 79),
        categories: random.some(["disposable_email", "many_links", "url_shortener", "spam_content", "role_account"], 2),
        language: random.one(["en", "de", null]),
        spamProbability: 0.3 + random.next() * 0.4,
        message: random.one([...wanted, ...unwanted])
      }
    case "spam":
      return {
        ...base,
        riskScore: random.integer(80, 100),
        categories: [
          "spam_content",
          ...random.some(["seo_offer", "link_building", "contact_lists", "loan", "link_markup"], 2)
        ],
        language: "en",
        spamProbability: 0.9 + random.next() * 0.1,
        message: random.one(unwanted)
      }
  }
}
