import { commonDomains, heavyDomains, misspelledTopLevels, realNeighbours, topLevelsLikeCom } from "./MailDomains.ts"
import { typingDistance } from "./Typing.ts"

interface Target {
  readonly domain: string
  readonly name: string
  readonly topLevel: string
  readonly isHeavy: boolean
  readonly rank: number
}

/** Slips that a name of this length may carry. Two- and three-letter names are too close to each other to be guessed. */
const budgetOf = ({ isHeavy, name }: Target): number =>
  name.length >= 7 ? (isHeavy ? 1.75 : 1.25) : name.length >= 5 ? (isHeavy ? 1.45 : 0.75) : isHeavy ? 0.65 : 0

/** More is forgiven where the top-level part does not exist: then something is wrong for certain. */
const invalidTopLevelBonus = 0.8
const firstLetterCostMax = 1
/** Letters that are taken away on both sides to meet in the index. */
const deletionsMax = 2

const targets: ReadonlyArray<Target> = [...heavyDomains, ...commonDomains].map((domain, rank) => ({
  domain,
  rank,
  name: domain.slice(0, domain.indexOf(".")),
  topLevel: domain.slice(domain.indexOf(".") + 1),
  isHeavy: rank < heavyDomains.length
}))

const known: ReadonlySet<string> = new Set([...heavyDomains, ...commonDomains, ...realNeighbours])
const nameCharsMax = Math.max(...targets.map(({ name }) => name.length)) + deletionsMax

/** A name with up to two letters left out, in every way. */
const deletions = (name: string, depth = deletionsMax, found = new Set<string>()): Set<string> => {
  found.add(name)
  if (depth > 0) {
    for (let at = 0; at < name.length; at++) deletions(name.slice(0, at) + name.slice(at + 1), depth - 1, found)
  }
  return found
}

/** Symmetric deletion index: two names within two slips share a form with letters left out. */
const index: ReadonlyMap<string, ReadonlyArray<Target>> = targets.reduce((forms, target) => {
  for (const form of deletions(target.name)) forms.set(form, [...(forms.get(form) ?? []), target])
  return forms
}, new Map<string, Array<Target>>())

/**
 * The mail domain that was probably meant, or null. Never corrects a domain that is known to be real.
 *
 * @param domain lower case, ASCII
 * @param hasKnownTopLevel whether a domain's top-level part exists
 */
export const correctDomain = (domain: string, hasKnownTopLevel: (domain: string) => boolean): string | null => {
  if (known.has(domain)) return null
  const dot = domain.indexOf(".")
  const name = domain.slice(0, dot)
  const topLevel = domain.slice(dot + 1)
  const exists = hasKnownTopLevel(domain)
  const near = name.length <= nameCharsMax ? nearest(name, topLevel, exists) : null
  if (near !== null) return near.domain
  const repaired = exists ? undefined : repairTopLevel(topLevel)
  return repaired === undefined ? null : `${name}.${repaired}`
}

const nearest = (name: string, topLevel: string, exists: boolean): Target | null => {
  const seen = new Set<Target>()
  let best: { readonly target: Target; readonly cost: number } | null = null
  for (const form of deletions(name)) {
    for (const target of index.get(form) ?? []) {
      if (seen.has(target)) continue
      seen.add(target)
      const cost = costOf(name, topLevel, exists, target)
      if (cost === null) continue
      if (best === null || cost < best.cost || (cost === best.cost && target.rank < best.target.rank)) best = { target, cost }
    }
  }
  return best?.target ?? null
}

/** Null when the target is too far away to be suggested. */
const costOf = (name: string, topLevel: string, exists: boolean, target: Target): number | null => {
  const sameTop = topLevel === target.topLevel
  if (name === target.name) return sameTop ? 0 : topLevelCost(topLevel, exists, target)
  if (!sameTop && exists) return null
  const cost = typingDistance(name, target.name)
  if (name[0] !== target.name[0] && cost > firstLetterCostMax) return null
  if (cost > budgetOf(target) + (exists ? 0 : invalidTopLevelBonus)) return null
  const top = sameTop ? 0 : topLevelCost(topLevel, exists, target)
  return top === null ? null : cost + top
}

const topLevelCost = (topLevel: string, exists: boolean, target: Target): number | null => {
  if (exists) return target.isHeavy && target.name.length >= 4 && target.topLevel === "com" && topLevelsLikeCom.has(topLevel) ? 0.6 : null
  if (repairTopLevel(topLevel) === target.topLevel) return 0.1
  const cost = typingDistance(topLevel, target.topLevel)
  return cost <= 1.5 ? cost : null
}

const repairTopLevel = (topLevel: string): string | undefined => {
  const dot = topLevel.lastIndexOf(".")
  const meant = misspelledTopLevels.get(topLevel.slice(dot + 1))
  return meant === undefined ? undefined : topLevel.slice(0, dot + 1) + meant
}
