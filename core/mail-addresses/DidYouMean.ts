import { keyboardDistance } from "./KeyboardDistance.ts"
import { commonMailDomains, largestMailDomains } from "./MailDomains.ts"

/**
 * Real domains that are so close to a common mail domain that they would be corrected by mistake: mail providers,
 * companies and products. They were found by running the check over lists of real domains (the 100,000 most visited
 * sites, all universities, all mail providers), or were reported. Registered misspellings (gmial.com, yaho.com) are not
 * included, because people who type them mean the real domain.
 */
export const realSimilarDomains: ReadonlyArray<string> = [
  "mail.com",
  "email.com",
  "fmail.com",
  "vmail.com",
  "hmail.com",
  "umail.com",
  "bmail.com",
  "tmail.com",
  "ymail.com",
  "zmail.com",
  "qmail.com",
  "xmail.com",
  "imail.com",
  "smail.com",
  "gotmail.com",
  "prontomail.com",
  "proto2mail.com",
  "cloud.com",
  "hicloud.com",
  "incloud.com",
  "jcloud.com",
  "harter.net",
  "roger.com",
  "rovers.com",
  "glob.com",
  "poste.de",
  "telnet.be",
  "plant.nl",
  "aver.com",
  "mail2world.com",
  "protonmail.ch",
  "lookout.com",
  "tutamail.com"
]

interface Target {
  readonly domain: string
  readonly name: string
  readonly topLevel: string
  readonly isLargest: boolean
  readonly rank: number
}

/** Targets with the same name (`hotmail.com`, `hotmail.fr`), grouped so that the name is compared only once. */
interface TargetName {
  readonly name: string
  readonly letters: number
  /** Largest budget of any of the targets. */
  readonly budget: number
  readonly targets: ReadonlyArray<Target>
}

interface Candidate {
  readonly target: Target
  readonly cost: number
  /** True if another top-level domain of the same name is equally near, so the intended domain is ambiguous. */
  readonly isTied: boolean
}

/**
 * Returns the maximum keyboard distance for a name of this length. It is small for short names, which are similar to
 * each other.
 */
const budgetOf = ({ isLargest, name }: Target): number =>
  name.length >= 7 ? (isLargest ? 1.75 : 1.25) : name.length >= 5 ? (isLargest ? 1.45 : 0.75) : isLargest ? 0.65 : 0

/** Additional budget if the typed top-level domain does not exist, because the address is then certainly wrong. */
const invalidTopLevelBonus = 0.8
const bonusNameCharsMin = 4
const firstLetterCostMax = 1
const lengthDifferenceMax = 2

/**
 * Minimum cost of an edit that changes the set of letters in a name. Each such edit adds or removes at most two letters
 * of the set.
 */
const letterTypoCostMin = 0.7
const letterBitsMax = (budget: number): number => 2 * Math.floor(budget / letterTypoCostMin)

const targets: ReadonlyArray<Target> = [...largestMailDomains, ...commonMailDomains].map((domain, rank) => ({
  domain,
  rank,
  name: domain.slice(0, domain.indexOf(".")),
  topLevel: domain.slice(domain.indexOf(".") + 1),
  isLargest: rank < largestMailDomains.length
}))

const known: ReadonlySet<string> = new Set([...targets.map(({ domain }) => domain), ...realSimilarDomains])

/**
 * Returns a bit set of the characters that occur in a name. If characters share a bit, the filter is only less
 * selective.
 */
const lettersOf = (name: string): number => {
  let letters = 0
  for (let at = 0; at < name.length; at++) letters |= 1 << (name.charCodeAt(at) & 31)
  return letters
}

const countBits = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Candidates by the length of the typed name. */
const namesByLength: ReadonlyArray<ReadonlyArray<TargetName>> = (() => {
  const byName = [...Map.groupBy(targets, ({ name }) => name)]
  const longest = Math.max(...byName.map(([name]) => name.length))
  return Array.from({ length: longest + lengthDifferenceMax + 1 }, (_, length) =>
    byName
      .filter(([name]) => Math.abs(name.length - length) <= lengthDifferenceMax)
      .map(([name, targets]) => ({
        name,
        targets,
        letters: lettersOf(name),
        budget: Math.max(...targets.map(budgetOf))
      })))
})()

/**
 * Returns the mail domain that was probably intended. Null if there is none. Never corrects a known real domain.
 *
 * @param domain lower case, ASCII
 * @param hasKnownTopLevel reports whether a domain's top-level domain exists; called only if the answer matters
 */
export const correctDomain = (domain: string, hasKnownTopLevel: (domain: string) => boolean): string | null => {
  if (known.has(domain)) return null
  const dot = domain.indexOf(".")
  const name = domain.slice(0, dot)
  const topLevel = domain.slice(dot + 1)
  const near = nearest(name, topLevel, () => hasKnownTopLevel(domain))
  if (near !== null) return near.domain
  const repaired = repairTopLevel(topLevel)
  return repaired === undefined || hasKnownTopLevel(domain) ? null : `${name}.${repaired}`
}

const nearest = (name: string, topLevel: string, topLevelExists: () => boolean): Target | null => {
  const letters = lettersOf(name)
  let exists: boolean | undefined
  let best: Candidate | null = null
  for (const candidate of namesByLength[name.length] ?? []) {
    const letterBits = countBits(candidate.letters ^ letters)
    if (letterBits > letterBitsMax(candidate.budget + invalidTopLevelBonus)) continue
    exists ??= topLevelExists()
    if (exists && letterBits > letterBitsMax(candidate.budget)) continue
    const distance = name === candidate.name ? 0 : keyboardDistance(name, candidate.name)
    for (const target of candidate.targets) {
      const cost = costOf(name, topLevel, exists, distance, target)
      if (cost !== null) best = nearerCandidate(best, target, cost)
    }
  }
  return best === null || best.isTied ? null : best.target
}

const nearerCandidate = (best: Candidate | null, target: Target, cost: number): Candidate => {
  if (best === null || cost < best.cost) return { target, cost, isTied: false }
  if (cost > best.cost) return best
  if (best.target.name === target.name) return best.target.isLargest ? best : { ...best, isTied: true }
  return best.target.rank < target.rank ? best : { target, cost, isTied: false }
}

/** Returns the cost of correcting a domain to a target. Null if the target is too different. */
const costOf = (
  name: string,
  topLevel: string,
  exists: boolean,
  distance: number,
  target: Target
): number | null => {
  const sameTop = topLevel === target.topLevel
  if (distance > 0) {
    if (!sameTop && exists) return null
    const bonus = exists || name.length < bonusNameCharsMin ? 0 : invalidTopLevelBonus
    if (distance > budgetOf(target) + bonus) return null
    if (name[0] !== target.name[0] && distance > firstLetterCostMax) return null
  }
  const top = sameTop ? 0 : topLevelCost(topLevel, exists, target)
  return top === null ? null : distance + top
}

const topLevelCost = (
  topLevel: string,
  exists: boolean,
  { isLargest, name, topLevel: meant }: Target
): number | null => {
  if (exists) return isLargest && name.length >= 4 && meant === "com" && topLevelsLikeCom.has(topLevel) ? 0.6 : null
  if (repairTopLevel(topLevel) === meant) return 0.1
  const cost = keyboardDistance(topLevel, meant)
  return cost <= 1.5 ? cost : null
}

const repairTopLevel = (topLevel: string): string | undefined => {
  const dot = topLevel.lastIndexOf(".")
  const meant = misspelledTopLevels.get(topLevel.slice(dot + 1))
  return meant === undefined ? undefined : topLevel.slice(0, dot + 1) + meant
}

/** Maps misspelled top-level domains, which do not exist, to the intended ones. */
export const misspelledTopLevels: ReadonlyMap<string, string> = new Map([
  ..."con cmo comm ocm vom xom cpm coom ccom cim comn clm conm cpom cpn kom fom commm como comq"
    .split(" ").map((typo) => [typo, "com"] as const),
  ..."nte nett neet nrt ent nwt".split(" ").map((typo) => [typo, "net"] as const),
  ..."orgg ogr orq prg oorg".split(" ").map((typo) => [typo, "org"] as const),
  ..."eud rfu eduu".split(" ").map((typo) => [typo, "edu"] as const)
])

/**
 * Real top-level domains that are one typo away from `.com`. They are corrected only for the most common mail domains.
 */
const topLevelsLikeCom: ReadonlySet<string> = new Set(["co", "cm", "om", "ne", "cc"])
