import { brandIndex } from "../../../brands/data/BrandIndex.ts"
import { isOpenShortener } from "../../../urls/SharedHosts.ts"
import { tenantHostSets } from "../../../urls/TenantHosts.ts"
import { isBareAddress } from "../../facts/Target.ts"
import { findIdeas, foldText, withoutAccents } from "./FindIdeas.ts"

/** Returns the main domain of the brand that owns a host; null if no known brand does. */
export const ownerOf = (host: string): string | null => {
  const { owners } = brandIndex()
  return parentsOf(host).map((name) => owners.get(name)).find((brand) => brand !== undefined)?.name ?? null
}

/** Reports whether a host is a bare address, a URL shortener, or a service on which every user can publish pages. */
export const isOpenHost = (host: string): boolean => {
  const { tenants } = tenantHostSets()
  return isBareAddress(host) || formServices.test(host) ||
    parentsOf(host).some((name) => isOpenShortener(name) || tenants.has(name))
}

/** Services of known brands on which every user can publish forms and sites. */
const formServices =
  /^(?:(?:sites|forms|script)\.google\.com|forms\.gle|forms\.(?:office|microsoft)\.com|storage\.googleapis\.com)$/

/** Reports whether only an authority or university can have a host. */
export const isOfficial = (host: string): boolean =>
  /\.(?:gov|mil|edu|int)$|\.(?:gov|gob|gouv|go|gub|gv|govt|mil|edu|ac|nhs)\.[a-z]{2}$|\.(?:bund\.de|admin\.ch|europa\.eu|gc\.ca|public\.lu|fgov\.be|overheid\.nl)$/
    .test(host)

/**
 * Reports whether a document names the owner of a host: in its text, or in the domain of an email address. The address
 * itself does not count. A name in several parts, such as `acme-pumps`, counts only if the text has all of them.
 */
export const isNamedIn = (host: string, text: string): boolean => {
  const label = ownLabelOf(host)
  const shown = text.toLowerCase().replaceAll(host, " ")
  if (label.length >= nameCharsMin && shown.includes(`@${label}.`)) return true
  const words = withoutAccents(foldText(withoutAddresses(shown))).trim().split(" ")
  // Host names often omit articles and prepositions.
  const readings = [words, words.filter((word) => word.length >= nameCharsMin)]
  const joined = label.replaceAll("-", "")
  if (joined.length >= nameCharsMin && readings.some((words) => words.join("").includes(joined))) {
    return findIdeas(joined).size === 0
  }
  const parts = label.split("-").filter((part) => !companyWords.has(part))
  return parts.length > 0 && parts.every((part) => findIdeas(part).size === 0) &&
      (parts.every((part) => words.includes(part)) || parts.length === 1 && startsWithName(parts[0]!, words)) ||
    isAcronymIn(label, text)
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
    word.length >= leadingNameCharsMin && label.startsWith(word) && findIdeas(label.slice(word.length)).size === 0
  )

const withoutAddresses = (text: string): string =>
  text.split(/\s+/).filter((word) => !word.includes("//") && !word.includes("www.")).join(" ")

/** Reports whether a name of two or three letters is a word of a text, in capitals. */
const isAcronymIn = (name: string, text: string): boolean =>
  name.length > 1 && name.length < nameCharsMin && text.split(/[^\p{L}\p{N}]+/u).includes(name.toUpperCase())

/** Minimum letters of a name that is found within other words. A shorter one must be an acronym. */
const nameCharsMin = 4
/** Minimum letters of a name with which a longer label begins. */
const leadingNameCharsMin = 5

/** Returns the label that the owner of a host chose: `acme` for `portal.acme.co.uk`. */
const ownLabelOf = (host: string): string => {
  const labels = host.split(".")
  const isSecond = labels.length > 2 &&
    /^(?:co|com|org|net|gov|gob|gouv|go|ac|edu|or|ne|nhs|sch|school)$/.test(labels.at(-2)!)
  return labels.at(isSecond ? -3 : -2) ?? host
}

const parentsOf = (host: string): ReadonlyArray<string> => {
  const labels = host.split(".")
  return labels.map((_, at) => labels.slice(at).join("."))
}
