/**
 * Reports whether `restoreAddresses` may change a text. Most texts have no disguised addresses and are searched only
 * once.
 */
export const mayBeDisguised = (text: string): boolean =>
  disguises.test(text) || oddScheme.test(text) ||
  notAscii.test(text) && (foreignDisguises.test(text) || unseen.test(text) && scheme.test(text))

/**
 * Matches ASCII disguises. Lists `ſ` and the Kelvin sign, which match `s` and `k` in patterns with flags `i` and `u`.
 */
const disguises =
  /h(?:xx|\*\*)p|[[({]\s?(?:\.|d[o0]t)\s?[\])}]|\s(?<=[a-z0-9\u017f\u212a]\s)(?:\s?d[o0]t\s|\.\s[a-z\u017f\u212a])|http[s\u017f]?\[:\]/i

/** Matches a scheme in capitals or with spaces. */
const oddScheme = /(?:h(?!ttp[Ss\u017f]?:\/\/\S)|H)[Tt][Tt][Pp][Ss\u017f]?\s{0,2}:\s{0,2}\/\s{0,2}\//

const notAscii = /[^\0-\x7f]/

const foreignDisguises =
  /[\u3002\uff0e\uff61](?<=[a-z0-9].)[a-z]|\p{Default_Ignorable_Code_Point}(?<=[\p{L}\p{N}./:@_-].)\p{Default_Ignorable_Code_Point}*[\p{L}\p{N}./:@_-]|[\u2024\u24b6-\u24e9\u{1d400}-\u{1d7ff}]/isu

/** Matches invisible characters, which are removed from texts with a link. */
const unseen = /\p{Default_Ignorable_Code_Point}/u
const scheme = /http[Ss\u017f]?:\/\//

/** Common top-level domains, which can follow a replacement for a dot. */
const endings =
  "(?:com|net|org|info|biz|ru|su|cn|xyz|top|shop|store|online|site|website|club|live|link|click|vip|icu|pro|io|co|me|cc|de|uk|fr|es|it|nl|pl|br|in|eu|us|tk|ml|ga|cf|gq)"

const spelledDot = new RegExp(
  String.raw`(?<=[a-z0-9])(?<!\b(?:the|an?|this|our|your|my|and|or|of))\s{1,2}d[o0]t\s{1,2}(?=${endings}(?![a-z0-9]))`,
  "gi"
)
const dotApart = /(?<=[a-z0-9])\s\.\s(?=(?:com|net|org|ru|info)(?![a-z0-9]))/g

/** Returns a text with its disguised addresses restored, including defanged addresses (`hxxp`, `[.]`). */
export const restoreAddresses = (text: string): string =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, "")
    .replace(/[\u2024\u24b6-\u24e9\u{1d400}-\u{1d7ff}]/gu, (letter) => letter.normalize("NFKC"))
    .replace(/\s?[[({]\s?(?:\.|d[o0]t)\s?[\])}]\s?/gi, ".")
    .replace(/(?<=[a-z0-9])[\u3002\uff0e\uff61](?=[a-z])/gi, ".")
    .replace(spelledDot, ".")
    .replace(dotApart, ".")
    // Removes a space after a scheme only before a name. `http:// or https://` only mentions schemes.
    .replace(
      /h(?:tt|xx|\*\*)p(s?)\s{0,2}(?:\[:\]|:)\s{0,2}\/\s{0,2}\/(?:\s{1,2}(?=[\p{L}\p{N}_-]{1,63}\.))?/giu,
      "http$1://"
    )
