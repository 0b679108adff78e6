import { withoutUnseen } from "./Subject.ts"

/**
 * A text as one word of a POSIX shell: nothing within single quotes means anything but itself (POSIX.1-2024, Shell Command
 * Language, 2.2.2), and a single quote stands outside of them. No word holds a NUL: one becomes U+FFFD.
 */
export const shellQuoted = (text: string): string => {
  const sound = text.replaceAll("\0", "\ufffd")
  return /^[\w@%+:,./-]+$/.test(sound) ? sound : `'${sound.replaceAll("'", "'\\''")}'`
}

/**
 * JSON that can be pasted: what terminals take for a command (an escape ends a bracketed paste), and what reads otherwise than
 * it stands (directions, invisible characters), is written as an escape. It is the same value.
 */
export const pastableJson = (value: unknown): string =>
  withoutUnseen(
    JSON.stringify(value),
    (character) => [...unitsOf(character)].map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("")
  )

/** A name that can be pasted: each such character is `_`. */
export const pastableName = (name: string): string => withoutUnseen(name, () => "_")

const unitsOf = function*(character: string): Iterable<number> {
  for (let at = 0; at < character.length; at++) yield character.charCodeAt(at)
}
