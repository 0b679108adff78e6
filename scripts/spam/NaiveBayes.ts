import type { LabeledMessage } from "./LabeledMessage.ts"

const words = (text: string): ReadonlyArray<string> => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/**
 * Trains multinomial naive Bayes over words with add-one smoothing, as a textbook baseline. The result computes log
 * odds.
 */
export const trainNaiveBayes = (lessons: ReadonlyArray<LabeledMessage>): (text: string) => number => {
  const counts = new Map<string, [ordinary: number, spam: number]>()
  const totals: [number, number] = [0, 0]
  const messages: [number, number] = [0, 0]
  for (const { spam, text } of lessons) {
    const side = spam ? 1 : 0
    messages[side]++
    for (const word of words(text)) {
      const found = counts.get(word) ?? [0, 0]
      found[side]++
      counts.set(word, found)
      totals[side]++
    }
  }
  const rest = Math.log((totals[0] + counts.size) / (totals[1] + counts.size))
  return (text) => {
    let odds = Math.log(messages[1] / messages[0])
    for (const word of words(text)) {
      const [ordinary, spam] = counts.get(word) ?? [0, 0]
      odds += Math.log((spam + 1) / (ordinary + 1)) + rest
    }
    return odds
  }
}
