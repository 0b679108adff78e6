import type { PrefixList } from "../../../core/threats/prefixes/PrefixList.ts"
import type { HostKnowledge } from "../../../core/urls/HostKnowledge.ts"
import { type FeedCounts, FeedReader } from "./FeedReader.ts"
import { FeedText } from "./FeedText.ts"
import type { ReadingOptions } from "./ReadFeed.ts"

/**
 * Reads a short list at once.
 *
 * @throws FeedRefused when it is no list
 */
export const readFeedText = (
  text: string,
  { format, type }: ReadingOptions,
  knowledge: HostKnowledge
): { readonly list: PrefixList; readonly counts: FeedCounts; readonly format: string } => {
  const reader = new FeedReader(knowledge, type)
  const reading = new FeedText(reader, format)
  reading.add(text)
  return { format: reading.finish(), ...reader.finish() }
}
