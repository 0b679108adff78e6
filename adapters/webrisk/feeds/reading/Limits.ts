/** Limits of one feed. */

/** Entries that a feed may have; ten bytes each are held. */
export const feedEntriesMax = 5_000_000
/** Bytes of a feed, as it comes and as it is once decompressed. */
export const feedBytesMax = 256 * 1024 * 1024
/** Hosts that a list itself makes exceptions for. */
export const feedExceptionsMax = 100_000
/** A longer line is no entry. */
export const feedLineCharsMax = 8_192
/** The first lines, by which the format is told. */
export const feedSampleLinesMax = 200
/** Of what was left out, so many are kept as examples, each cut to so many characters. */
export const feedExamplesMax = 5
export const feedExampleCharsMax = 160

/** Why a list is not taken at all: a sentence for the operator. Nothing of it is used; what was there before stays. */
export class FeedRefused extends Error {
  override readonly name = "FeedRefused"
}
