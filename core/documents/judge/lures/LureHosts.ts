import { brandIndex } from "../../../brands/data/BrandIndex.ts"
import { isOpenShortener } from "../../../urls/SharedHosts.ts"
import { tenantHostSets } from "../../../urls/TenantHosts.ts"
import { isBareAddress } from "../../facts/Target.ts"
import { findIdeas, foldText, withoutAccents } from "./FindIdeas.ts"
import { soundOf, transliterate } from "./Transliterate.ts"

/** Returns the main domain of the brand that owns a host; null if no known brand does. */
export const ownerOf = (host: string): string | null => {
  const { owners } = brandIndex()
  return parentsOf(host).map((name) => owners.get(name)).find((brand) => brand !== undefined)?.name ?? null
}

/** Reports whether a host is a bare address, a URL shortener, or a service on which every user can publish pages. */
export const isOpenHost = (host: string): boolean => {
  if (meetings.test(host)) return false
  const { tenants } = tenantHostSets()
  return isBareAddress(host) || formServices.test(host) ||
    parentsOf(host).some((name) => isOpenShortener(name) || tenants.has(name))
}

/** Services of known brands on which every user can publish forms and sites. */
const formServices =
  /^(?:(?:sites|forms|script)\.google\.com|forms\.gle|forms\.(?:office|microsoft)\.com|storage\.googleapis\.com)$/

/** Services of video meetings. Their links lead into a meeting, not to a page of a user. */
const meetings =
  /^(?:us\d\dweb\.zoom\.us|zoom\.us|[\w-]{1,63}\.webex\.com|meet\.google\.com|teams\.(?:microsoft|live)\.com|meet\.jit\.si)$/

/** Reports whether a host belongs to an authority, a university, or a service of meetings. */
export const isOfficial = (host: string): boolean =>
  meetings.test(host) ||
  /\.(?:gov|mil|edu|int)$|\.(?:gov|gob|gouv|go|gub|gv|govt|mil|edu|ac|nhs)\.[a-z]{2}$|\.(?:bund\.de|admin\.ch|europa\.eu|gc\.ca|public\.lu|fgov\.be|overheid\.nl)$/
    .test(host)

/**
 * Returns a function that reports whether a document names the owner of a host: in its text, or in the domain of an email
 * address. The address of the host itself does not count. A name in several parts, such as `acme-pumps`, counts only if
 * the text has all of them.
 */
export const namesIn = (text: string): (host: string) => boolean => {
  const shown = text.toLowerCase()
  const folded = withoutAccents(foldText(withoutAddresses(shown))).trim()
  const words = folded.split(" ")
  const senders = senderLinesOf(shown).flatMap((line) => withoutAccents(foldText(line)).trim().split(" "))
  const capitals = new Set(text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length < nameCharsMin))
  const sound = nonLatin.test(folded) ? soundOf(transliterate(folded).replaceAll(" ", "")) : ""
  return (host) => {
    const label = ownLabelOf(host)
    if (label.length < nameCharsMin) return label.length > 1 && capitals.has(label.toUpperCase())
    if (shown.includes(`@${label}.`)) return true
    const joined = label.replaceAll("-", "")
    if (sound !== "" && sound.includes(soundOf(joined))) return true
    const isAsked = (part: string) => findIdeas(part).size > 0
    if (!label.split("-").every(isAsked) && spansName(joined, words)) return true
    const parts = label.split("-").filter((part) => !companyWords.has(part))
    const isNamed = (part: string) =>
      words.includes(part) || part.length >= abbreviationCharsMin && words.some((word) => word.startsWith(part))
    const areNamed = parts.length > 0 && words.includes(parts[0]!) &&
      parts.every((part) => !isAsked(part) && isNamed(part))
    return areNamed || parts.length === 1 && startsWithName(parts[0]!, senders)
  }
}

const nonLatin = /[\u0370-\u052f]/

/** Maximum consecutive words of a name. */
const nameWordsMax = 8

/**
 * Reports whether a label consists of consecutive words of a text, or of the beginning of words before the last one. Host
 * names omit articles and titles, and abbreviate: `zspodlipami` is "Zakladni skola Pod Lipami".
 */
const spansName = (label: string, words: ReadonlyArray<string>): boolean =>
  label.length >= nameCharsMin && words.some((word, at) => label[0] === word[0] && spansFrom(label, words, at))

const spansFrom = (label: string, words: ReadonlyArray<string>, first: number): boolean => {
  let [place, whole] = [0, 0]
  for (const word of words.slice(first, first + nameWordsMax)) {
    if (label.startsWith(word, place)) {
      place += word.length
      whole += word.length
    } else if (word.length >= nameCharsMin && label[place] === word[0]) place++
    if (place === label.length) return whole * 2 >= label.length
  }
  return false
}

/** Lines in which senders name themselves: the first two and the last one. */
const senderLinesOf = (text: string): ReadonlyArray<string> => {
  const lines = text.split("\n").filter((line) => line.trim() !== "")
  return [...lines.slice(0, 2), ...lines.slice(-1)]
}

/** Parts of host names that texts omit: legal forms, countries and trades. */
const companyWords: ReadonlySet<string> = new Set(
  `ag bv cz de dk ek es eu ev fr gmbh gbr inc int it kg llc llp ltd nl nv oy oyj pl sa sarl sas se sl spa srl sro uk us
  agency apotheke bau center clinic college company consulting design energy engineering events express food
  garden global group grupo gruppe gruppo hotel house immobilien industries international italia kanzlei kliniken labs
  legal logistics marketing media music partners pharma praxis press properties restaurant school schule services shop
  software solutions sport store studio systems tech technik technologies tools travel verein verlag versand web`.split(
    /\s+/
  )
)

/** Reports whether a label begins with a name from the text, and goes on with a word that no lure uses. */
const startsWithName = (label: string, words: ReadonlyArray<string>): boolean =>
  words.some((word) =>
    word.length >= leadingNameCharsMin && word.length * 2 >= label.length && label.startsWith(word) &&
    findIdeas(label.slice(word.length)).size === 0
  )

/** Removes addresses. Hosts without a path count as addresses too: their parts do not name the sender. */
const withoutAddresses = (text: string): string =>
  text.split(/\s+/).filter((word) => !word.includes("//") && !/[^.]\.[a-z]{2,}/.test(word.slice(0, addressCharsMax)))
    .join(" ")

/** Maximum characters of a word that are searched for a host. */
const addressCharsMax = 256

/** Minimum letters of a name that is found within other words. A shorter one must be an acronym. */
const nameCharsMin = 4
/** Minimum letters of an abbreviation that follows a name: "eng" for "engineering". */
const abbreviationCharsMin = 3
/** Minimum letters of a name with which a longer label begins. */
const leadingNameCharsMin = 5

/** Returns the label that the owner of a host chose: `acme` for `portal.acme.co.uk`. */
const ownLabelOf = (host: string): string => {
  const labels = host.split(".")
  const isSecond = labels.length > 2 &&
    /^(?:ac|adv|asso|biz|co|com|coop|edu|gen|go|gob|gouv|gov|info|ltd|me|ne|net|nhs|nom|or|org|plc|sch|school|web)$/
      .test(labels.at(-2)!)
  return labels.at(isSecond ? -3 : -2) ?? host
}

const parentsOf = (host: string): ReadonlyArray<string> => {
  const labels = host.split(".")
  return labels.map((_, at) => labels.slice(at).join("."))
}
