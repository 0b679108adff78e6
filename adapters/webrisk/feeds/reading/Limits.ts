/** Maximum entries per feed. Each entry takes ten bytes of memory. */
export const feedEntriesMax = 5_000_000
/** Maximum bytes of a feed, both as received and decompressed. */
export const feedBytesMax = 256 * 1024 * 1024
/** Maximum number of hosts that a list excludes. */
export const feedExceptionsMax = 100_000
/** Maximum characters of a line. Longer lines are not entries. */
export const feedLineCharsMax = 8_192
/** Number of lines used to detect the format. */
export const feedSampleLinesMax = 200
/** Maximum number of examples of omitted entries, and maximum characters of each. */
export const feedExamplesMax = 5
export const feedExampleCharsMax = 160

/** Refusal of a whole list. The message is a sentence for the operator. The previous list stays in use. */
export class FeedRefused extends Error {
  override readonly name = "FeedRefused"
}
