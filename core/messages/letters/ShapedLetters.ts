const small = ["ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"] as const
const turned = ["ɐɔǝɟƃᴉɾʞɯɹʇʌʍʎ", "acefgijkmrtvwy"] as const

/** Letters that stand on their heads: a word of them is read from its end. `ɥ` and the plain letters among them tell nothing. */
export const turnedLetters: ReadonlySet<string> = new Set(turned[0])

/**
 * Small capitals and letters upside down, which no compatibility decomposition resolves, and the letter each stands for. Those
 * that alphabets in use have (`ɔ` of Akan, `ɛ` of Ewe, `ə` of Azerbaijani) count as disguise only in company.
 */
export const shapedLetters: ReadonlyMap<string, string> = new Map(
  [small, turned].flatMap(([from, to]) => [...from].map((letter, at) => [letter, to[at]!] as const))
)

/** Where the alphabet begins that stands in squares and circles, black or with brackets, and has no decomposition to one letter. */
const alphabets = [0x1f110, 0x1f130, 0x1f150, 0x1f170] as const
const bracketed = 0x249c

/** The letter within a circle, a square or brackets, or null. */
export const framedLetter = (codePoint: number): string | null => {
  for (const first of [bracketed, ...alphabets]) {
    if (codePoint >= first && codePoint < first + 26) return String.fromCharCode(0x61 + codePoint - first)
  }
  return null
}
