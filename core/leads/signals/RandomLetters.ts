/** Minimum randomness of a word that was probably generated. */
export const randomnessMin = 3
/** Minimum letters of a word that is scored. Shorter words are initials, codes or short names. */
export const lettersMin = 6
/** Maximum letters of a word that are examined. */
export const lettersMax = 64

/**
 * Scores how random the letters of an ASCII word look. Adds up letter pairs that occur in no language, runs of
 * consonants, a lack of vowels, and capitals inside the word. Names of people and places in any language stay below
 * `randomnessMin`, for example Mkrtchyan, Goldschmidt, Brzezinski, Nguyen and Vlk.
 */
export const randomnessOf = (word: string): number => {
  if (word.length < lettersMin) return 0
  const letters = word.slice(0, lettersMax)
  const lower = letters.toLowerCase()
  return impossiblePairs(lower) + consonantRun(lower) + vowelShortage(lower) + capitalsWithin(letters)
}

/**
 * For each letter, the letters that never follow it in languages with Latin script, except in abbreviations. The table
 * was checked against lists of domains, names and words.
 */
const impossibleNeighbors: Readonly<Record<string, string>> = {
  b: "fkqxz",
  c: "jvwx",
  d: "qx",
  f: "bcdghjkmnpqvwxz",
  g: "q",
  h: "qx",
  j: "cfghqwxyz",
  k: "qxz",
  l: "qx",
  m: "qvx",
  n: "",
  p: "gjqvxz",
  q: "bcdfghjklmnoprstvwxyz",
  r: "x",
  s: "x",
  t: "qx",
  v: "bcfhjmpqtwxz",
  w: "cfgjpqvxz",
  x: "bdfgjkmnqrvz",
  z: "cfjqx"
}

/**
 * Counts impossible pairs. Skips the first and last pair, where an initial may be attached. A single pair counts as 0.
 */
const impossiblePairs = (word: string): number => {
  let odd = 0
  for (let at = 1; at < word.length - 2; at++) {
    if (impossibleNeighbors[word.charAt(at)]?.includes(word.charAt(at + 1)) === true) odd++
  }
  return odd > 1 ? odd : 0
}

/** Matches groups of letters that stand for a single sound in various languages. */
const sounds =
  /tsch|dsch|sch|tch|tsh|dzh|ght|ngh|chs|ck|ch|sh|th|ph|st|ng|tz|ts|cz|sz|rz|dz|zh|kh|gh|dj|nj|lj|([b-df-hj-np-tvwxz])\1/g
/** Matches R and L between consonants, where they act as vowels: Vlk, Mkrtchyan. */
const syllabic = /(?<=[b-df-hj-km-np-qstvwxzC])[rl](?=[b-df-hj-km-np-qstvwxzC])/g

const consonantRun = (word: string): number => {
  const runs = word.replace(sounds, "C").replace(syllabic, "e").match(/[b-df-hj-np-tvwxzC]{5,}/g) ?? []
  const longest = Math.max(0, ...runs.map(({ length }) => length))
  return longest >= 7 ? 3 : longest === 6 ? 2 : longest === 5 ? 1 : 0
}

const vowelShortage = (word: string): number => {
  const vowels = word.match(/[aeiouy]/g)?.length ?? 0
  return word.length >= 8 && vowels / word.length < 0.15 ? 1 : 0
}

/**
 * Counts unusual capitals, as in `DvCqVFTm`. They are single lower-case letters between capitals, and groups of
 * capitals between lower-case letters. Two or more count as 3.
 */
const capitalsWithin = (word: string): number => {
  const odd = word.match(/(?<=[A-Z])[a-z](?=[A-Z])|(?<=[a-z])[A-Z]{2,}(?=[a-z])/g)?.length ?? 0
  return odd >= 2 ? 3 : odd
}

/**
 * Minimum length of a key with four changes between letters and digits. Shorter texts are often plays on words:
 * `h2o4you`.
 */
const keyCharsMin = 8

/** Reports whether letters and digits alternate as in generated keys: `x7k2q9f4`. */
export const isKeyLike = (text: string): boolean => {
  const turns = text.match(/[a-z](?=\d)|\d(?=[a-z])/gi)?.length ?? 0
  return (turns > 4 || turns === 4 && text.length >= keyCharsMin) && !/^(?:[a-z]+\d{1,4}){1,2}$/i.test(text)
}
