/** What a browser shows as nothing, or what makes a link read otherwise than it stands (Unicode Standard Annex 9). */
const unplain = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu

/** A reported link as it is written in an address bar: signs that nobody sees, and those that turn others around, are escaped. */
export const plainLink = (link: string): string => link.replace(unplain, encodeURIComponent)
