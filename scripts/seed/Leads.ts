import type { Lead } from "../../core/leads/signals/Lead.ts"
import type { Random } from "./Random.ts"
import { formNames } from "./Words.ts"

const legitimateMessages = [
  "Hello, what does a subscription for ten people cost per year?",
  "We would like to book a demo next week, preferably on Tuesday or Thursday in the morning.",
  "Guten Tag, können Sie uns ein Angebot für 25 Arbeitsplätze schicken?",
  "The last invoice names the wrong address. Could you send a corrected one?",
  "Bonjour, est-il possible de recevoir une facture au nom de notre association ?",
  "Can we change the delivery address of our order until Friday?"
]
/** Messages that a person should review. */
const doubtfulMessages = [
  "Please have a look at <a href=\"https://old-mill.example.net/catalogue\">our catalogue</a> and tell me what you think of it.",
  "We are a small studio and would like to work with you. May we show you what we have made for others in your trade?",
  "Our company produces packaging and is looking for new customers. Are you interested in our price list?",
  "xkqvbz wrtpldf hgjkszq"
]
const spamMessages = [
  "Get your website on the first page of Google! We offer 500 backlinks for only $99, guaranteed results.",
  "Dear owner, I can provide verified email lists of your industry. Reply for samples and prices.",
  "You have been selected for a business loan with no credit check, apply today.",
  "<b>=HYPERLINK(\"https://prize-claim.example\")</b> You won. Claim within 24 hours!!!"
]

/** Creates a lead without a verdict, as a form submits it. */
export const makeLead = (random: Random, email: string): Lead => ({
  email,
  message: random.one(random.weighted([[legitimateMessages, 70], [doubtfulMessages, 14], [spamMessages, 16]])),
  source: random.one(formNames)
})
