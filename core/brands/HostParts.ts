import { hostUses } from "../urls/TenantHosts.ts"
import { decodePunycode } from "./letters/Punycode.ts"
import { foldCharacters, foldPairs, skeletonOf } from "./letters/Skeleton.ts"

/** A host label in the forms used for comparison. */
export interface Label {
  /** The label as displayed to users. */
  readonly shown: string
  /** The ASCII text that the label looks like; the label itself if it is ASCII. */
  readonly text: string
  /** The label contains non-ASCII characters. */
  readonly isInternational: boolean
  /** Most of its letters are Latin. In a name of another script, a typo proves nothing. */
  readonly isMostlyLatin: boolean
  /** `text` with similar characters unified, of the same length. */
  readonly characters: string
  /** `characters` with letter pairs folded that look like one letter. */
  readonly folded: string
}

export interface HostParts {
  /** The registered label, or a tenant's label. */
  readonly name: Label
  readonly isTenant: boolean
  /** Labels after the name. */
  readonly suffix: string
  /** Labels before the name, nearest first. */
  readonly subdomains: ReadonlyArray<Label>
}

/** Labels further left do not matter to readers. */
export const subdomainsReadMax = 10

/**
 * Splits a host at its registered or tenant label; null if there is none.
 *
 * @param host lower case, without a trailing dot
 * @param registrable eTLD+1, or null if no suffix is known
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

/** Returns the number of labels of the hosting domain if the host belongs to one of its tenants; otherwise null. */
const tenantLabelsOf = (labels: ReadonlyArray<string>): number | null => {
  const { tenants } = hostUses()
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
