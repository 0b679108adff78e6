/**
 * A text as it is searched and compared: ligatures are the letters that they are made of, every blank is a space, what has
 * no shape is left out.
 */
export const readable = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text)
    ? text
    : text.replaceAll(/[\ufb00-\ufb06]/g, (ligature) => ligatures[ligature.charCodeAt(0) - 0xfb00] ?? "")
      .replaceAll(/[\s\u00a0\u2000-\u200a\u202f\u3000]/g, " ")
      .replaceAll("\u00ad", "-")
      .replaceAll(shapeless, "")

/** Control characters, joiners, marks of direction and order, private glyphs, and what is no character. */
const shapeless = /[\0-\x1f\x7f-\x9f\u200b-\u200f\u202a-\u202e\u2060-\u2064\ue000-\uf8ff\ufeff\ufff0-\uffff]/g

const ligatures = ["ff", "fi", "fl", "ffi", "ffl", "st", "st"]
