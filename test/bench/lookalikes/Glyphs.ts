/**
 * Substitutes for each letter, from dnstwist's documentation and source (`elceef/dnstwist`).
 *
 * The list is independent of Gatehouse's own table, which the benchmark measures.
 */
const table = `
a à á â ã ä å ɑ ạ ǎ ă ȧ ą ə а
b d lb ʙ ɓ ḃ ḅ ḇ ƅ
c e ƈ ċ ć ç č ĉ ᴄ с
d b cl dl ɗ đ ď ɖ ḑ ḋ ḍ ḏ ḓ
e c é è ê ë ē ĕ ě ė ẹ ę ȩ ɇ ḛ е
f ƒ ḟ
g q ɢ ɡ ġ ğ ǵ ģ ĝ ǧ ǥ
h lh ĥ ȟ ħ ɦ ḧ ḩ ⱨ ḣ ḥ ḫ ẖ
i 1 l í ì ï ı ɩ ǐ ĭ ỉ ị ɨ ȋ ī ɪ і
j ʝ ǰ ɉ ĵ ј
k lk ik lc κ ⲕ ḵ ǩ ķ
l 1 i ɫ ł ɩ
m n nn rn rr ṁ ṃ ᴍ ɱ ḿ
n m r ń ṅ ṇ ṉ ñ ņ ǹ ň ꞑ
o 0 ȯ ọ ỏ ơ ó ö ᴏ о
p ƿ ƥ ṕ ṗ р
q g ʠ
r ʀ ɼ ɽ ŕ ŗ ř ɍ ɾ ȓ ȑ ṙ ṛ ṟ
s ʂ ś ṣ ṡ ș ŝ š ꜱ ѕ
t ţ ŧ ṫ ṭ ț ƫ
u ᴜ ǔ ŭ ü ʉ ù ú û ũ ū ų ư ů ű ȕ ȗ ụ
v ṿ ⱱ ᶌ ṽ ⱴ ᴠ
w vv ŵ ẁ ẃ ẅ ⱳ ẇ ẉ ẘ ᴡ
x ẋ ẍ х
y ʏ ý ÿ ŷ ƴ ȳ ɏ ỿ ẏ ỵ у
z ʐ ż ź ᴢ ƶ ẓ ẕ ⱬ
`

/** Substitutes by letter. */
export const glyphs: ReadonlyMap<string, ReadonlyArray<string>> = new Map(
  table.trim().split("\n").map((row) => {
    const [letter = "", ...like] = row.split(" ")
    return [letter, like] as const
  })
)

const rows = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"]

/** Returns the adjacent keys of a key on an English keyboard. */
export const adjacentKeys = (letter: string): ReadonlyArray<string> =>
  rows.flatMap((row, at) => {
    const place = row.indexOf(letter)
    if (place < 0) return []
    return [row[place - 1], row[place + 1], rows[at - 1]?.[place], rows[at - 1]?.[place + 1], rows[at + 1]?.[place - 1]]
      .filter((key) => key !== undefined)
  })
