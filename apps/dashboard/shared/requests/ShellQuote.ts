import { replaceInvisible } from "./Subject.ts"

/**
 * Quotes a text as one word of a POSIX shell. Single quotes make everything literal (POSIX.1-2024, Shell Command Language, 2.2.2); a
 * single quote itself is placed outside of them. A word cannot contain NUL, which becomes U+FFFD.
 */
export const shellQuoted = (text: string): string => {
  const sound = text.replaceAll("\0", "\ufffd")
  return /^[\w@%+:,./-]+$/.test(sound) ? sound : `'${sound.replaceAll("'", "'\\''")}'`
}

/**
 * Returns JSON that is safe to paste. Control characters that terminals interpret (an escape ends a bracketed paste) and characters
 * that are invisible or change the reading direction are escaped. The value stays the same.
 */
export const pastableJson = (value: unknown): string =>
  replaceInvisible(
    JSON.stringify(value),
    (character) => [...unitsOf(character)].map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")
  )

/** Returns a name that is safe to paste: each unsafe character becomes `_`. */
export const pastableName = (name: string): string => replaceInvisible(name, () => "_")

const unitsOf = function*(character: string): Iterable<number> {
  for (let at = 0; at < character.length; at++) yield character.charCodeAt(at)
}
