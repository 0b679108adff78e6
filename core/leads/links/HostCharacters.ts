/**
 * Letters, digits, hyphens and underscores, of scripts that part words by blanks. Chinese, Japanese, Korean and Thai put no blank
 * before or behind an address: their letters end a host.
 */
export const isHostCode = (code: number): boolean =>
  code < 0x80
    ? code >= 0x61 && code <= 0x7a || code >= 0x30 && code <= 0x39 || code >= 0x41 && code <= 0x5a || code === 0x2d ||
      code === 0x5f
    : code >= 0xc0 && code <= 0x6ff && code !== 0xd7 && code !== 0xf7

/** Signs that end an address: blanks, quotes, brackets of markup. */
export const addressEnds = "\\s<>\"'`{}|^\\[\\]\\u00a0\\u3000-\\u303f\\uff01\\uff08\\uff09\\uff0c\\uff1a\\uff1b\\uff1f"
