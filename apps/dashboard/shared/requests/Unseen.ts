/** Controls, formats (directions, joiners, tags), surrogates that stand alone, line and paragraph ends. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu

/** A text with what cannot be seen, or makes the rest read otherwise than it stands, put in other words. */
export const withoutUnseen = (text: string, inWords: (character: string) => string): string =>
  text.replace(unseen, inWords)

/** As people can look at it: a name that ends in `[U+202E]gpj.exe` would be shown as one that ends in `exe.jpg`. */
export const plainly = (text: string): string =>
  withoutUnseen(
    text,
    (character) => `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}]`
  )
