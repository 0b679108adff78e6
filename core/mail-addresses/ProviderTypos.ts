import { commonMailDomains, largestMailDomains } from "./MailDomains.ts"

/**
 * Names of the largest providers that are also words. With another ending, they are different services, such as
 * `mail.tm`.
 */
const wordNames: ReadonlySet<string> = new Set(["live", "mail"])

/**
 * Maximum characters of each label if two labels follow a provider's name. With a longer label, the domain is a
 * different name.
 */
const endingLabelCharsMax = 3

const providers: ReadonlyArray<string> = [...largestMailDomains, ...commonMailDomains]

const distinctiveNames: ReadonlySet<string> = new Set(
  largestMailDomains.map((domain) => domain.slice(0, domain.indexOf("."))).filter((name) => !wordNames.has(name))
)

/**
 * Reports whether a domain is the domain of a large mail provider with one typo. A typo is one character missing,
 * added, replaced or swapped with its neighbor, or another ending after the name of one of the largest providers.
 *
 * @param domain lower case, ASCII
 */
export const isProviderTypo = (domain: string): boolean => {
  const name = domain.slice(0, Math.max(0, domain.indexOf(".")))
  return !providers.includes(domain) &&
    (providers.some((provider) => isOneEditAway(domain, provider)) ||
      (distinctiveNames.has(name) && isEnding(domain.slice(name.length + 1))))
}

/** Reports whether the text is one label of any length, or two short labels. */
const isEnding = (text: string): boolean => {
  const labels = text.split(".")
  return labels.length === 1 || (labels.length === 2 && labels.every(({ length }) => length <= endingLabelCharsMax))
}

/** Reports whether two texts differ by exactly one insertion, deletion, substitution or swap of neighbors. */
const isOneEditAway = (one: string, other: string): boolean => {
  if (one.length > other.length) return isOneEditAway(other, one)
  if (other.length - one.length > 1) return false
  let at = 0
  while (at < one.length && one[at] === other[at]) at++
  if (one.length < other.length) return one.slice(at) === other.slice(at + 1)
  if (one.slice(at + 1) === other.slice(at + 1)) return at < one.length
  return one[at] === other[at + 1] && one[at + 1] === other[at] && one.slice(at + 2) === other.slice(at + 2)
}
