/** Letters of Greek and Cyrillic with their usual Latin spelling in host names (ISO 843, BGN/PCGN). */
const pairs =
  "α a β v γ g δ d ε e ζ z η i θ th ι i κ k λ l μ m ν n ξ x ο o π p ρ r σ s ς s τ t υ y φ f χ ch ψ ps ω o " +
  "а a б b в v г g ґ g д d ђ dj е e є ye ё e ж zh з z и i і i ї yi й y ј j к k л l љ lj м m н n њ nj о o п p р r с s т t ћ c " +
  "у u ў u ф f х kh ц ts ч ch џ dz ш sh щ shch ъ a ы y ь - э e ю yu я ya"

const entries = pairs.split(" ")

const latin: ReadonlyMap<string, string> = new Map(
  entries.flatMap((letter, at) => at % 2 === 0 ? [[letter, entries[at + 1]!.replace("-", "")] as const] : [])
)

/** Spells Greek and Cyrillic letters in Latin ones. Other letters stay as they are. */
export const transliterate = (text: string): string =>
  text.replaceAll(/[\u0370-\u052f]/g, (one) => latin.get(one) ?? one)

/** Spellings of the same sound, in the order in which they are replaced. */
const sounds = [
  ["shch", "s"],
  ["sh", "s"],
  ["zh", "z"],
  ["kh", "h"],
  ["ch", "h"],
  ["th", "t"],
  ["ph", "f"],
  ["ts", "c"],
  [
    "tz",
    "c"
  ],
  ["ou", "u"],
  ["x", "ks"],
  ["q", "k"],
  ["w", "v"],
  ["j", "i"],
  ["y", "i"]
] as const

/** Reduces a name to its sound, because transliterations differ: `xy`, `ksi` and `ksy` are equal. */
export const soundOf = (name: string): string =>
  sounds.reduce((text, [spelling, sound]) => text.replaceAll(spelling, sound), name).replaceAll(/(.)\1+/g, "$1")
