import { hostUses } from "../urls/TenantHosts.ts"
import { decodePunycode } from "./letters/Punycode.ts"
import { foldCharacters, foldPairs, skeletonOf } from "./letters/Skeleton.ts"

/** A label as it is read. */
export interface Label {
  /** As a person sees it. */
  readonly shown: string
  /** ASCII that it looks like; the label itself, where that is ASCII. */
  readonly text: string
  /** Whether characters other than ASCII stand in it. */
  readonly isInternational: boolean
  /** Whether most of its letters are Latin: a slip in a name of another script proves nothing. */
  readonly isMostlyLatin: boolean
  /** With characters that look alike made the same; of the same length as `text`. */
  readonly characters: string
  /** With pairs of letters that look like one folded as well. */
  readonly folded: string
}

export interface HostParts {
  /** The label that was registered, or that a tenant chose. */
  readonly name: Label
  readonly isTenant: boolean
  /** What follows the name. */
  readonly suffix: string
  /** In front of the name, the nearest first. */
  readonly subdomains: ReadonlyArray<Label>
}

/** Labels further in front are read by nobody. */
export const subdomainsReadMax = 10

/**
 * @param host lower case, without a dot at its end
 * @param registrable eTLD+1, or null where no suffix is known
 */
export const hostPartsOf = (host: string, registrable: string | null): HostParts | null => {
  const labels = host.split(".")
  const tenantLabels = tenantLabelsOf(labels)
  const suffixLabels = tenantLabels ?? (registrable === null ? 1 : registrable.split(".").length - 1)
  const at = labels.length - suffixLabels - 1
  const name = labels[at]
  if (name === undefined || suffixLabels === 0) return null
  return {
    name: readLabel(name),
    isTenant: tenantLabels !== null,
    suffix: labels.slice(at + 1).join("."),
    subdomains: labels.slice(Math.max(0, at - subdomainsReadMax), at).toReversed().map(readLabel)
  }
}

/** Of how many labels the host is under which this one is a tenant's. */
const tenantLabelsOf = (labels: ReadonlyArray<string>): number | null => {
  const { tenants } = hostUses()
  for (const count of [4, 3, 2]) {
    if (labels.length > count && tenants.has(labels.slice(-count).join("."))) return count
  }
  return null
}

const readLabel = (label: string): Label =>
  readText((label.startsWith("xn--") ? decodePunycode(label.slice("xn--".length)) : null) ?? label)

export const readText = (shown: string): Label => {
  const isInternational = /[^\x00-\x7f]/.test(shown)
  const text = isInternational ? skeletonOf(shown) : shown
  const characters = foldCharacters(text)
  return {
    shown,
    text,
    isInternational,
    isMostlyLatin: !isInternational || shown.replaceAll(/[^\p{Script=Latin}]/gu, "").length * 2 >= shown.length,
    characters,
    folded: foldPairs(characters)
  }
}
