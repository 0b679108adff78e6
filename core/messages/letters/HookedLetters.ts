/** Letters with hooks and strokes, and the letter that each is taken for (confusables.txt of UTS 39, and the names of Unicode). */
const hooked = "ɓƃƈɗɖɛɠɦƙɱɲƞƥʂƭʈƴɨɵɫɽʋƒʐⱥƀȼđɇǥħɉłøᵽɍŧʉɏƶꝁɑɡʏƚꞧꞩᵾɟꝑꝗⱨⱪⱬⱡⱦȿɀⱳ"
const plain = "bbcddeghkmnnpsttyiolrvfzabcdeghjloprtuyzkagylrsujpqhkzltszw"

let letters: ReadonlyMap<string, string> | null = null

/** Letters of them that a language writes: Vietnamese, Polish, Danish, Maltese and Sami have no need to be hidden. */
const ordinary = new Set("đłøħŧ")

/** Different letters of them in one message: Hausa, Fula and Ewe have four or five. */
export const hookedKindsMin = 7

/** Letters of the page of Unicode and of those that hold them. */
const any = /[đħłøŧ\u0180-\u024f\u0250-\u02af\u1d7d-\u1d7f\u2c60-\u2c7f\ua740-\ua7af]/gi

export const unhook = (text: string): { readonly text: string; readonly kinds: number } => {
  letters ??= new Map([...hooked].map((letter, at) => [letter, plain[at]!]))
  const known = letters
  const kinds = new Set<string>()
  const unhooked = text.replace(any, (letter) => {
    const lower = letter.toLowerCase()
    const bare = known.get(lower)
    if (bare === undefined) return letter
    if (!ordinary.has(lower)) kinds.add(lower)
    return lower === letter ? bare : bare.toUpperCase()
  })
  return { text: kinds.size === 0 ? text : unhooked, kinds: kinds.size }
}
