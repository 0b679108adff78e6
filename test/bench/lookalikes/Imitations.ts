import { adjacentKeys, glyphs } from "./Glyphs.ts"

/** Returns all labels that one kind of change makes, as dnstwist does. */
type Make = (label: string) => ReadonlyArray<string>

const places = (label: string): ReadonlyArray<number> => Array.from(label, (_, at) => at)
const put = (label: string, at: number, text: string, left: number): string =>
  label.slice(0, at) + text + label.slice(at + left)

const vowels = [..."aeiou"]
const alphabet = [..."abcdefghijklmnopqrstuvwxyz0123456789"]

const homoglyphs: Make = (label) => {
  const once = (text: string) =>
    Array.from(text).flatMap((letter, at) => (glyphs.get(letter) ?? []).map((like) => put(text, at, like, 1)))
  // Substitutes a second letter only in a sample, because there are tens of thousands of such labels.
  const twice = once(label).filter((_, at) => at % 7 === 0).flatMap((text) =>
    once(text).filter((_, at) => at % 29 === 3)
  )
  return [...once(label), ...twice]
}

/** Kinds of changes by name. The input is a domain without its top-level domain, and may contain dots. */
export const makeImitations: Readonly<Record<string, Make>> = {
  addition: (label) => alphabet.map((letter) => label + letter),
  bitsquatting: (label) =>
    places(label).flatMap((at) =>
      [1, 2, 4, 8, 16, 32, 64].map((bit) => String.fromCharCode(label.charCodeAt(at) ^ bit))
        .filter((letter) => /[a-z0-9]/.test(letter)).map((letter) => put(label, at, letter, 1))
    ),
  homoglyph: homoglyphs,
  hyphenation: (label) => places(label).slice(1).map((at) => put(label, at, "-", 0)),
  insertion: (label) =>
    places(label).slice(1, -1).flatMap((at) =>
      adjacentKeys(label[at]!).flatMap((key) => [put(label, at, key, 0), put(label, at + 1, key, 0)])
    ),
  omission: (label) => places(label).map((at) => put(label, at, "", 1)),
  plural: (label) => places(label).slice(1, -1).map((at) => put(label, at + 1, "s", 0)),
  repetition: (label) => places(label).map((at) => put(label, at, label[at]!, 0)),
  replacement: (label) => places(label).flatMap((at) => adjacentKeys(label[at]!).map((key) => put(label, at, key, 1))),
  subdomain: (label) => places(label).slice(2, -1).map((at) => put(label, at, ".", 0)),
  transposition: (label) => places(label).slice(1).map((at) => put(label, at - 1, label[at]! + label[at - 1]!, 2)),
  "vowel-swap": (label) =>
    places(label).filter((at) => vowels.includes(label[at]!)).flatMap((at) =>
      vowels.map((one) => put(label, at, one, 1))
    ),
  dictionary: (label) => words.flatMap((word) => [`${label}-${word}`, `${word}-${label}`, label + word, word + label])
}

const words =
  ("auth access account admin agree blue business choose claim click confirm confirmation connect download enroll find group " +
    "install login mobile mail my online pay payment portal recovery register safe secure service signin summary support update user " +
    "verify view web feel the free live shop team promo").split(" ")

/** Common and often abused top-level domains to combine with names. */
export const topLevels: ReadonlyArray<string> =
  ("net org info biz co io cc eu us me tv tk ml ga cf gq ooo xyz top icu buzz cyou cfd sbs rest click link live online site shop store " +
    "club vip fun space website work fit wang win bid loan men date racing review trade stream download party science cam lol monster " +
    "quest bond pw ws su cn info support team app dev pro asia gift promo deals events cash tech ceo us.com co.com")
    .split(" ")
