import { readdirSync, readFileSync } from "node:fs"
import type { Lead } from "../../../core/leads/signals/Lead.ts"

/** Characters of each joined message. */
export const messageChars = 500

export interface HeldOutLead {
  readonly label: string
  readonly language: string
  readonly lead: Lead
}

const folder = new URL("../../../scripts/spam/texts/heldout/", import.meta.url)

/**
 * Returns leads from the held-out messages. Consecutive leads have different senders.
 *
 * Joins the messages of each label and language, and cuts the result into messages of `messageChars` characters.
 */
export const heldOutLeads = (): ReadonlyArray<HeldOutLead> =>
  [...Map.groupBy(messages(), ({ label, language }) => `${label} ${language}`).values()]
    .flatMap((alike) => joined(alike.map(({ text }) => text)).map((message) => ({ ...alike[0]!, message })))
    .map(({ label, language, message }, at) => ({ label, language, lead: { message, ...senderOf(at) } }))

const messages = () =>
  readdirSync(folder).filter((name) => name.endsWith(".tsv")).toSorted().flatMap((name) =>
    readFileSync(new URL(name, folder), "utf8").split("\n").filter((line) => line !== "" && !line.startsWith("#"))
  ).map((line) => {
    const [label = "", language = "", , text = ""] = line.split("\t")
    return { label, language, text: text.replaceAll("\\n", "\n") }
  })

const joined = (texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const found: Array<string> = []
  let message = ""
  for (const text of texts) {
    message += message === "" ? text : `\n\n${text}`
    if (message.length < messageChars) continue
    found.push(message.slice(0, messageChars))
    message = ""
  }
  return found
}

const firstNames = "Ann Katrin Pedro Yuki Olga Mehmet Giulia Jean Agnieszka Bram Sarah Luis".split(" ")
const lastNames = "Smith Weber Alvarez Tanaka Ivanova Yilmaz Rossi Moreau Kowalska Vries Brandt Costa Novak".split(" ")
const trades = "metallbau bakery design plumbing logistics gardens dental joinery studio books roofing foods tours"
  .split(" ")
const endings = "de com fr co.uk it nl pl com.br es ch net".split(" ")

/**
 * Returns a sender at a custom domain, which takes more work than a provider's domain.
 *
 * The names and domains of consecutive senders have no parts in common.
 */
const senderOf = (at: number): Pick<Lead, "email" | "name"> => {
  const [first, last, trade, ending] = [firstNames, lastNames, trades, endings].map((list) => list[at % list.length]!)
  return {
    name: `${first} ${last}`,
    email: `${first!.toLowerCase()}.${last!.toLowerCase()}@${last!.toLowerCase()}-${trade}.${ending}`
  }
}
