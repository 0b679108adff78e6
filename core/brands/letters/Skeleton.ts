/** Replacement for characters that look like no ASCII letter. It separates words. */
export const unknownCharacter = "_"

let table: ReadonlyMap<string, string> | null = null

/** Returns the confusables table, built once on first use. */
const confusablesTable = (): ReadonlyMap<string, string> => {
  table ??= new Map(
    confusables.split("\n").filter((row) => row !== "").flatMap((row) => {
      const [like = "", ...codes] = row.split(" ")
      return codes.map((code) => [String.fromCodePoint(Number.parseInt(code, 16)), like] as const)
    })
  )
  return table
}

const marks = /\p{M}/u

/**
 * Returns the ASCII letters that a text looks like, in lower case (UTS 39, section 4). Removes accents, which are
 * invisible at the size of an address bar.
 */
export const skeletonOf = (text: string): string => {
  const known = confusablesTable()
  let skeleton = ""
  for (const character of text.normalize("NFKD")) {
    if (character <= "\x7f") skeleton += character.toLowerCase()
    else if (!marks.test(character) && !isInvisible(character)) {
      skeleton += known.get(character) ?? known.get(character.toLowerCase()) ?? lowerAscii(character) ??
        unknownCharacter
    }
  }
  return skeleton
}

/** Reports whether a character is invisible: joiners, direction marks, soft hyphens, variation selectors. */
const isInvisible = (character: string): boolean => /\p{Default_Ignorable_Code_Point}/u.test(character)

const lowerAscii = (character: string): string | undefined => {
  const lower = character.toLowerCase()
  return lower <= "\x7f" ? lower : undefined
}

/**
 * Maps ASCII characters to the character they look like. `i` maps to `l`, because `I` and `l` look the same in most
 * fonts.
 */
const asciiLookalikes: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "i": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "8": "b"
}

const hasAsciiLookalike = /[01i3458]/

/** Unifies ASCII characters that look alike. Keeps the length of the text, so that edits can still be counted. */
export const foldCharacters = (text: string): string => {
  if (!hasAsciiLookalike.test(text)) return text
  let folded = ""
  for (const character of text) folded += asciiLookalikes[character] ?? character
  return folded
}

/** Replaces each pair of letters that looks like one letter, such as `rn`, with that letter. */
export const foldPairs = (folded: string): string => {
  if (!pairs.test(folded)) return folded
  return folded.replaceAll(/rn|nn|rr/g, "m").replaceAll("vv", "w").replaceAll("cl", "d").replaceAll("lc", "k")
}

const pairs = /rn|nn|rr|vv|cl|lc/

/**
 * Characters that look like ASCII letters and digits. Each line has the ASCII text, and then the code points in
 * hexadecimal.
 *
 * Source: confusables.txt 17.0.0 of Unicode Technical Standard 39, reduced to characters that people mistake for ASCII
 * and that neither NFKD nor lower-casing resolves. The table adds small capitals, hooked letters, and letters of other
 * scripts that the standard distinguishes (к, т, η, ո) but people do not. The data of the standard are (c) 1991-2025
 * Unicode, Inc., under the Unicode License v3 (Unicode-3.0, https://www.unicode.org/license.txt).
 */
const confusables = `
2 1a8 1bb 3e9 14bf 1d24 a645 a6ef a75a
3 1b7 21c 25c 437 44d 499 4e0 969 ae9 1d08 2c9c 2cc4 2ccc a76a 118ca 16f3b
4 13ce 118af
5 1bd 118bb
6 3ec 431 13ee 2cd3 2cdc 118d5
7 104d2 118c6
8 223 573 9ea a6a 1031a 1e8cb
9 9ed a67 b68 d6d 2ccb a76e 118cc 118d6
a 19b 250 251 252 28c 3b1 3bb 41b 430 4c5 668 6f8 1431 15c4 15c5 1d00 1d27 2c97 2d37 a4e5 a4ee a4ef a6ce ab7a 1028d 102a0 1041f 104d8 104db 16f3d 16f40
b df 180 183 184 253 299 3b2 411 432 44a 44c 463 48d 13cf 13f0 13fc 1472 1473 15af 15f7 2c83 a4d0 a7b5 a7d6 10282 102a1 10301
c 188 23c 254 255 37b 441 4ab 1004 105a 1d04 1d10 2184 2ca5 a4da a4db ab3f abaf 102a2 10302 1043d 1044b 1051c 118e9 118f2
d f0 111 18c 256 257 3b4 501 56a 13e7 1403 146f 15de 15ea 1d05 2c86 2d60 a4d2 a4d3 ab70 10285 102a3 16f1a
e 1dd 247 258 259 25b 3b5 435 454 4bd 4bf 4d9 510 13cb 1d07 2d39 2d3a a4f0 a4f1 ab32 ab7c 10286 10401 118a6 118ae 16f2d
f 192 3dc 493 586 15b4 1d6e 1e9d a4dd a730 a799 ab35 10287 102a5 10525 118c2
g 18d 1e5 260 261 262 50d 581 13fb 1d83 a4d6 ab90
h 127 265 266 29c 397 43d 452 45b 4a3 4bb 4c8 4ca 56b 570 13c2 13f2 157c 2c67 2c8f a4e7 a695 ab8b 102cf 104cd
i 131 268 269 26a 3b9 456 582 1d7b 1d7c 2c93 a647 ab75 118c3
j 237 249 25f 29d 3f3 458 575 148d 1d0a a4d9 ab7b
k 138 199 3ba 43a 49b 49d 49f 16d5 1d0b 2c69 2c95 a4d7 a740 abb6 10518
l 142 196 197 19a 1c0 26b 26c 26d 29f 399 406 4cf 56c 5d5 5df 627 661 673 6f1 7ca 14aa 16c1 2c92 2cd1 2d4f a4e1 a4f2 abae 1028a 10309 10320 10443 10526 118a3 118b2 16f16 16f28 1e8c7
m 271 28d 39c 3fa 43c 4ce 15f0 16d6 1d0d 2c99 a4df ab87 102b0 10311
n 14b 19e 272 273 274 39d 3b7 3c0 43b 43f 4c6 572 578 57c 580 1260 144e 1d28 1d2b 1d70 2c9b 2ca1 a4e0 a4f5 a6db 10513
o f8 275 3b8 3bf 3c3 3c6 3ed 424 43e 473 4e9 553 585 5e1 647 665 6be 6c1 6d5 6f5 6ff 7c0 966 9e6 a66 ae6 b20 b66 be6 c66 ce6 d20 d66 e50 ed0 1010 101d 1040 10d7 10ff 1240 12d0 16f0 17e0 1d0f 1d11 2c91 2c9f 2caa 2d31 2d41 2d54 3007 a4f3 a74b ab3d ab3e ab74 ab8e abbb 10292 102ab 102b3 1042c 104ea 10516 114d0 118b5 118c8 118d7 118e0
p fe 1a5 1bf 3c1 3f8 440 584 146d 1d18 1d29 1d7d 2ca3 2cc0 2ccf a4d1 abb2 10295 104c4
q 24b 2a0 51b 563 566 1d90 2d55
r 24d 279 27c 27d 27e 280 281 433 44f 1587 1d26 1d72 1d73 2c85 a4e3 ab47 ab48 ab71 ab81 aba2 104b4 16f35
s 282 3c2 3db 455 54f d1f 13d5 1d74 2c8b a4e2 a731 abaa 10296 10448 118c1 16f3a
t 167 1ab 1ad 23e 287 288 3c4 442 4ad 565 13bf 1d1b 1d75 2ca7 a4d4 ab72 10297 102b1 10315 118bc 16f0a
u 289 376 3bc 3c5 438 446 45f 48b 574 576 57d 1200 144c 1d1c 1d7e a4f4 a6a1 a79f ab4e ab52 ab9c 10425 104f6 118d8 16f42
v 28b 3bd 475 5d8 667 6f7 142f 1d20 2d38 a4e6 a6df aba9 1051d 11706 118c0 16f08
w 26f 270 3c9 448 449 461 47d 51d 561 57a 1223 13c7 13d4 15ef 162f 1635 1d21 2cb1 2cbd a4ea a64d a761 a7b7 ab83 102b6 114c5 1170a 1170e 1170f 118e6 118ef
x 3c7 436 445 497 4b2 1541 157d 16b7 2cad 2d5d a4eb ab53 ab55 10290 102b4 10317 10322 10527 118ec
y 1b4 24f 263 264 28e 28f 3a5 3b3 3c8 413 443 471 492 4af 4b1 10e7 13a9 13b1 13bd 14a5 16d8 1d8c 1eff 2c84 2ca9 2caf a4ec ab5a 102b2 102b5 104f9 118a4 118dc 16f07 16f43
z 1b6 225 290 3b6 1d22 1d76 a4dc ab93 102f5 118a9 118c4 118e5
aa a733
ae e6 4d5
ao a735
au a737
av a739 a73b
ay a73d
bl 42b a650
ce ab62
dz 2a3
eo 1d14 ab41 ab42
fn 2a9
ll 1c1 5f0
lo 42e
ls 2aa
lz 2ab
nb 459 ab60
oe 153 276
oo a699 a74f
rn 1d6f 11700 118e3
t3 a728
tc 2a8
tf a777
ts 2a6
ue 1d6b
un 57f
uo ab63
`
