import { tenantHostSets } from "../urls/TenantHosts.ts"
import { decodePunycode } from "./letters/Punycode.ts"
import { foldCharacters, foldPairs, skeletonOf } from "./letters/Skeleton.ts"

/** A host label in the forms used for comparison. */
export interface Label {
  /** Label as displayed to users. */
  readonly shown: string
  /** ASCII text that the label looks like. For an ASCII label, this is the label itself. */
  readonly text: string
  /** True if the label contains non-ASCII characters. */
  readonly isInternational: boolean
  /**
   * True if at least half of the characters are Latin letters, or if the label is ASCII. In a name of another script, a
   * typo proves nothing.
   */
  readonly isMostlyLatin: boolean
  /** `text` with similar characters unified. The length is the same. */
  readonly characters: string
  /** `characters` with each pair of letters that looks like one letter, such as `rn`, replaced by that letter. */
  readonly folded: string
}

export interface HostParts {
  /** Registered label, or the label of a tenant. */
  readonly name: Label
  readonly isTenant: boolean
  /** Labels after the name, joined by dots. */
  readonly suffix: string
  /** Labels before the name, the nearest first. */
  readonly subdomains: ReadonlyArray<Label>
}

/** Maximum number of subdomain labels that are examined, counted from the name. */
export const subdomainsReadMax = 10

/**
 * Splits a host at its registered label or its tenant label. Returns null if there is no such label.
 *
 * @param host lower case, without a trailing dot
 * @param registrable eTLD+1, or null if no suffix is known; the last label then counts as the suffix
 */
export const hostPartsOf = (host: string, registrable: string | null): HostParts | null => {
  const labels = host.split(".")
  const tenantLabels = tenantLabelsOf(labels)
  const suffixLabels = tenantLabels ?? (registrable === null ? 1 : registrable.split(".").length - 1)
  const at = labels.length - suffixLabels - 1
  const name = labels[at]
  if (name === undefined || suffixLabels === 0) return null
  return {
    name: decodeLabel(name),
    isTenant: tenantLabels !== null,
    suffix: labels.slice(at + 1).join("."),
    subdomains: labels.slice(Math.max(0, at - subdomainsReadMax), at).toReversed().map(decodeLabel)
  }
}

/** Returns the number of labels of the hosting domain if the host belongs to one of its tenants, otherwise null. */
const tenantLabelsOf = (labels: ReadonlyArray<string>): number | null => {
  const { tenants } = tenantHostSets()
  for (const count of [4, 3, 2]) {
    if (labels.length > count && tenants.has(labels.slice(-count).join("."))) return count
  }
  return null
}

const decodeLabel = (label: string): Label =>
  labelOf((label.startsWith("xn--") ? decodePunycode(label.slice("xn--".length)) : null) ?? label)

export const labelOf = (shown: string): Label => {
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
