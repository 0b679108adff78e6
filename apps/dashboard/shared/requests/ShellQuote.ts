import { replaceInvisible } from "./Subject.ts"

/**
 * Quotes a string as one word of a POSIX shell. Single quotes make every other character literal (POSIX.1-2024, Shell
 * Command Language, 2.2.2), so a single quote is placed outside of them. A word cannot contain NUL, which becomes
 * U+FFFD.
 */
export const shellQuoted = (text: string): string => {
  const sound = text.replaceAll("\0", "\ufffd")
  return /^[\w@%+:,./-]+$/.test(sound) ? sound : `'${sound.replaceAll("'", "'\\''")}'`
}

/**
 * Returns JSON that is safe to paste into a terminal. Escapes control characters, because terminals interpret them: an
 * escape sequence can end a bracketed paste. Also escapes characters that are invisible or change the reading
 * direction. The JSON value stays the same.
 */
export const pastableJson = (value: unknown): string =>
  replaceInvisible(
    JSON.stringify(value),
    (character) => [...unitsOf(character)].map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")
  )

/** Returns a name that is safe to paste into a terminal. Each control or invisible character becomes `_`. */
export const pastableName = (name: string): string => replaceInvisible(name, () => "_")

const unitsOf = function*(character: string): Iterable<number> {
  for (let at = 0; at < character.length; at++) yield character.charCodeAt(at)
}
